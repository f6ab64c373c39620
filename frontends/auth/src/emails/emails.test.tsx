import { screen, waitFor } from '@testing-library/react';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { ChangePasswordPage } from '../passwords/change-password-page.tsx';
import { VerifyEmailPage } from './verify-email-page.tsx';

const [VERIFY, AGAIN, CHANGE] = ['POST /api/email/verify', 'POST /api/email/verification', 'PUT /api/email'];
const TOKEN = 'a'.repeat(43);
const press = (name: string) => screen.findByRole('button', { name });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

describe('/email/verify', () => {
  const show = (hash: string) =>
    renderPage(<VerifyEmailPage />, { path: `/email/verify${hash}`, route: '/email/verify' });

  test('when the link is opened, then nothing is sent before the button, and then the address is proved', async () => {
    const api = fakeApi({ [VERIFY]: { body: { message: 'Email Anda sudah terverifikasi.' } } });
    const { type } = show(`#${TOKEN}`);
    const button = await press('Verifikasi email saya');
    expect(api.bodies(VERIFY)).toEqual([]);
    await type.click(button);
    expect(await screen.findByRole('heading', { name: 'Email terverifikasi' })).toBe(document.activeElement);
    expect(api.bodies(VERIFY)).toEqual([{ token: TOKEN }]);
  });

  test('when the link is dead, then the page says so', async () => {
    fakeApi({ [VERIFY]: refused(422, 'Tautan ini sudah dipakai atau tidak berlaku lagi.') });
    const { type } = show(`#${TOKEN}`);
    await type.click(await press('Verifikasi email saya'));
    expect(await screen.findByText('Tautan ini sudah dipakai atau tidak berlaku lagi.')).toBeTruthy();
  });

  test('when the link lost its end, then the page says so', async () => {
    show('');
    expect(await screen.findByText(/Tautan ini tidak lengkap/u)).toBeTruthy();
  });
});

describe('the address on /password', () => {
  const show = (email_verified?: boolean, email = 'rahma@contoh.id') =>
    renderPage(<ChangePasswordPage />, { path: '/password', user: aUser({ email_verified, email }) });

  test('when the portal sends no letters, then nothing is said of the address', () => {
    show();
    expect(screen.queryByText(/rahma@contoh\.id/u)).toBeNull();
  });

  test('when the address is not proved, then the letter can be sent again', async () => {
    fakeApi({ [AGAIN]: { body: { message: 'Surat verifikasi telah dikirim' } } });
    const { type } = show(false);
    expect(screen.getByText('Email belum diverifikasi.')).toBeTruthy();
    await type.click(await press('Kirim ulang'));
    expect(await screen.findByText(/dikirim ke rahma@contoh\.id/u)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Kirim ulang' })).toBeNull();
  });

  test('when it was sent a moment ago, then the reason stands there', async () => {
    fakeApi({ [AGAIN]: refused(429, 'Surat sudah dikirim. Silakan tunggu.') });
    const { type } = show(false);
    await type.click(await press('Kirim ulang'));
    expect(await screen.findByText('Surat sudah dikirim. Silakan tunggu.')).toBeTruthy();
  });

  test('when the address is changed, then the password is asked for and the letter announced', async () => {
    const user = aUser({ email_verified: true, pending_email: 'baru@contoh.id' });
    const api = fakeApi({ [CHANGE]: { body: user } });
    const { type } = show(true);
    expect(screen.getByText('Email sudah diverifikasi.')).toBeTruthy();
    await type.click(await press('Ganti email'));
    await type.click(await press('Kirim tautan ke email baru'));
    await waitFor(() => expect(messageAt(field('Email baru'))).toBe('Format email tidak valid'));
    await type.type(field('Email baru'), 'baru@contoh.id');
    await type.type(field('Password Anda'), 'rumah teduh');
    await type.click(await press('Kirim tautan ke email baru'));
    await findToast(
      'Surat dikirim',
      'Buka surat yang kami kirim ke baru@contoh.id, lalu tekan tautannya. Tautan berlaku 48 jam.',
    );
    expect(api.bodies(CHANGE)).toEqual([{ email: 'baru@contoh.id', password: 'rumah teduh' }]);
    expect(await screen.findByText(/Email baru baru@contoh\.id belum diverifikasi/u)).toBeTruthy();
  });

  test('when the page is loaded again before the link is used, then the wanted address stands there and its letter can be sent again', async () => {
    fakeApi({ [AGAIN]: { body: { message: 'Surat verifikasi telah dikirim' } } });
    const user = aUser({ email_verified: true, pending_email: 'baru@contoh.id' });
    const { type } = renderPage(<ChangePasswordPage />, { path: '/password', user });
    expect(screen.getByText(/Email baru baru@contoh\.id belum diverifikasi/u)).toBeTruthy();
    expect(screen.getByText('Email sudah diverifikasi.')).toBeTruthy();
    await type.click(await press('Kirim ulang'));
    expect(await screen.findByText(/dikirim ke baru@contoh\.id/u)).toBeTruthy();
  });

  test('when another account took the address, then a new one is asked for', () => {
    show(false, 'x@dilepas.invalid');
    expect(screen.getByText(/dibuktikan milik akun lain/u)).toBeTruthy();
    expect(screen.queryByText('Email belum diverifikasi.')).toBeNull();
  });
});
