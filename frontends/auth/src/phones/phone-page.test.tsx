import { screen, waitFor } from '@testing-library/react';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { PhonePage } from './phone-page.tsx';

const [SEND, VERIFY, CHANGE] = ['POST /api/phone/send-code', 'POST /api/phone/verify', 'PUT /api/phone'];
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.findByRole('button', { name });
const family = aUser({ role: 'wali_murid', phone_verified: false });
const show = (user = family) => renderPage(<PhonePage />, { path: '/phone', user });

test('when the code is right, then the number is verified and the page says so', async () => {
  const api = fakeApi({
    [SEND]: { body: { message: 'Kode telah dikirim via WhatsApp' } },
    [VERIFY]: { body: { ...family, phone_verified: true } },
  });
  const { type, client } = show();
  await type.click(await press('Kirim kode'));
  await screen.findByText(/kode 6 digit lewat WhatsApp ke 0812-3456-7890/u);
  expect((await press('Kirim ulang dalam 60 detik')).getAttribute('aria-disabled')).toBe('true');
  await type.type(field('Kode verifikasi'), '482913');
  await type.click(await press('Verifikasi nomor'));
  await findToast('Nomor terverifikasi', 'Kabar pendaftaran kini dikirim ke nomor ini.');
  expect(await screen.findByText('Nomor 0812-3456-7890 sudah terverifikasi.')).toBeTruthy();
  expect(api.bodies(VERIFY)).toEqual([{ otp: '482913' }]);
  expect(client.getQueryData(['user'])).toMatchObject({ phone_verified: true });
});

test('when the code is wrong, then its field says so and keeps what was typed', async () => {
  const message = 'Kode OTP tidak valid atau sudah kadaluarsa';
  fakeApi({
    [SEND]: { body: { message: 'Kode telah dikirim via WhatsApp' } },
    [VERIFY]: refused(422, message, { issues: [{ path: 'otp', message }] }),
  });
  const { type } = show();
  await type.click(await press('Kirim kode'));
  await type.type(await screen.findByLabelText('Kode verifikasi'), '000000');
  await type.click(await press('Verifikasi nomor'));
  await waitFor(() => expect(messageAt(field('Kode verifikasi'))).toBe(message));
  expect(field('Kode verifikasi').value).toBe('000000');
});

test('when no code can be sent now, then the reason stands at the button', async () => {
  fakeApi({ [SEND]: refused(429, 'Kode sudah dikirim. Silakan tunggu.') });
  const { type } = show();
  await type.click(await press('Kirim kode'));
  expect(await screen.findByText('Kode sudah dikirim. Silakan tunggu.')).toBeTruthy();
});

test('when the account has no number, then another one is asked for with the password, and its code comes next', async () => {
  const api = fakeApi({ [CHANGE]: { body: { ...family, contact_phone: '+6281377778888' } } });
  const { type } = show({ ...family, contact_phone: null });
  await type.click(await press('Kirim kode ke nomor baru'));
  await waitFor(() => expect(messageAt(field('Nomor WhatsApp baru'))).toBe('Nomor telepon minimal 10 digit'));
  expect(messageAt(field('Password Anda'))).toBe('Password harus diisi');
  await type.type(field('Nomor WhatsApp baru'), '0813 7777 8888');
  await type.type(field('Password Anda'), 'rumah teduh');
  await type.click(await press('Kirim kode ke nomor baru'));
  await screen.findByText(/lewat WhatsApp ke 0813/u);
  expect(api.bodies(CHANGE)).toEqual([{ phone: '0813 7777 8888', password: 'rumah teduh' }]);
});
