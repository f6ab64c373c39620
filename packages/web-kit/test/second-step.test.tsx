import '../src/testing/dom-globals.ts';
import type { SecondStep } from '@gerbang/contracts/accounts';
import { screen, waitFor } from '@testing-library/react';
import { LoginForm } from '@gerbang/web-kit/session/login-form.tsx';
import { aUser, findToast, renderPage } from '../src/testing/render-page.tsx';
import { fakeApi, later, refused } from '../src/testing/fake-api.ts';
import { fakePasskeys, PROOF, REQUEST, withoutPasskeys } from './passkey-fakes.ts';

const LOGIN = 'POST /api/login';
const FACTOR = 'POST /api/login/factor';
const CODE = 'Kode dari aplikasi';
const WRONG = refused(401, 'Kode salah.', { code: 'factor_failed' });

afterEach(withoutPasskeys);

/** The login form after the password, with the second step on the page. */
async function secondStep(step: Partial<SecondStep> = {}) {
  const body = { factor_required: true, token: 't-1', kinds: ['otp', 'recovery_code'], ...step };
  const api = fakeApi({ [LOGIN]: { status: 202, body }, [FACTOR]: { body: aUser() } });
  const { type, client } = renderPage(<LoginForm />, { path: '/auth' });
  await type.type(screen.getByLabelText('Email atau nomor telepon'), 'rahma@contoh.id');
  await type.type(screen.getByLabelText('Password'), 'rahasia');
  await type.click(screen.getByRole('button', { name: 'Masuk' }));
  await screen.findByRole('region', { name: 'Verifikasi dua langkah' });
  return { api, type, client };
}

test('when a code is typed, then it logs in and greets', async () => {
  const { api, type, client } = await secondStep();
  const field = screen.getByLabelText<HTMLInputElement>(CODE);
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.autocomplete).toBe('one-time-code');
  expect(field.inputMode).toBe('numeric');
  const answer = later();
  api.answer(FACTOR, answer.answer);
  await type.type(field, '123456{Enter}');
  expect(await screen.findByRole('button', { name: 'Memeriksa...' })).toBeTruthy();
  answer.release({ body: aUser() });
  await findToast('Berhasil masuk', 'Selamat datang, Rahma Aulia!');
  expect(api.bodies(FACTOR)).toEqual([{ token: 't-1', otp: '123456' }]);
  expect(client.getQueryData(['user'])).toMatchObject({ name: 'Rahma Aulia' });
});

test('when the password was right, then nothing keeps it', async () => {
  const { client } = await secondStep();
  await waitFor(() =>
    expect(
      JSON.stringify(
        client
          .getMutationCache()
          .getAll()
          .map(({ state }) => state),
      ),
    ).not.toContain('rahasia'),
  );
  expect(document.body.innerHTML).not.toContain('rahasia');
});

test('when the code is wrong, then it says so and the code is selected to be typed anew', async () => {
  const { api, type } = await secondStep();
  api.answer(FACTOR, WRONG);
  const field = screen.getByLabelText<HTMLInputElement>(CODE);
  await type.type(field, '111111{Enter}');
  expect(await screen.findByText('Kode salah.')).toBeTruthy();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]);
  await type.click(screen.getByRole('button', { name: 'Pakai kode pemulihan' }));
  expect(screen.queryByText('Kode salah.')).toBeNull();
});

test('when too many codes were wrong, then it says how long to wait', async () => {
  const { api, type } = await secondStep();
  api.answer(FACTOR, refused(429, 'Terlalu banyak percobaan.', { retryAfter: 300 }));
  await type.type(screen.getByLabelText(CODE), '111111{Enter}');
  expect(await screen.findByText('Terlalu banyak percobaan. Silakan coba lagi dalam 5 menit.')).toBeTruthy();
});

test('when the five minutes are over, then the first step is back with the identifier and the reason', async () => {
  const { api, type } = await secondStep();
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5 * 60_000);
  api.answer(FACTOR, WRONG);
  await type.type(screen.getByLabelText(CODE), '111111{Enter}');
  expect(
    await screen.findByText('Waktu untuk verifikasi dua langkah sudah habis. Silakan masuk lagi.'),
  ).toBeTruthy();
  now.mockRestore();
  expect(screen.getByLabelText<HTMLInputElement>('Email atau nomor telepon').value).toBe('rahma@contoh.id');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect(password.value).toBe('');
  await waitFor(() => expect(document.activeElement).toBe(password));
});

test('when a recovery code is wanted, then a field for it takes the place of the code', async () => {
  const { api, type } = await secondStep();
  await type.click(screen.getByRole('button', { name: 'Pakai kode pemulihan' }));
  expect(screen.queryByLabelText(CODE)).toBeNull();
  await type.type(screen.getByLabelText('Kode pemulihan'), ' ab12-cd34 {Enter}');
  await findToast('Berhasil masuk');
  expect(api.bodies(FACTOR)).toEqual([{ token: 't-1', recovery_code: 'ab12-cd34' }]);
});

test('when the visitor goes back, then the first step asks for the password again', async () => {
  const { type } = await secondStep();
  await type.click(screen.getByRole('button', { name: 'Kembali' }));
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Email atau nomor telepon').value).toBe('rahma@contoh.id');
});

test('when there is a passkey, then its button comes first and logs in', async () => {
  const asked = fakePasskeys();
  const { api, type } = await secondStep({ kinds: ['passkey', 'otp', 'recovery_code'], passkey: REQUEST });
  const button = screen.getByRole('button', { name: 'Pakai kunci sandi' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  await type.click(button);
  await findToast('Berhasil masuk');
  expect(api.bodies(FACTOR)).toEqual([{ token: 't-1', passkey: PROOF }]);
  const { publicKey } = asked[0] ?? {};
  expect(publicKey?.challenge).toEqual(Uint8Array.of(1, 2, 3, 251, 255));
  expect(publicKey?.allowCredentials).toEqual([
    { id: Uint8Array.of(107, 101, 121), type: 'public-key', transports: ['internal'] },
  ]);
});

test('when the passkey is cancelled, then that is no error and it can be tried again', async () => {
  fakePasskeys('NotAllowedError', 'SecurityError');
  const { api, type } = await secondStep({ kinds: ['passkey', 'recovery_code'], passkey: REQUEST });
  await type.click(screen.getByRole('button', { name: 'Pakai kunci sandi' }));
  expect(await screen.findByText(/^Belum ada bukti dari perangkat Anda/u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Pakai kunci sandi' }));
  expect(await screen.findByText(/^Kunci sandi tidak dapat dipakai di sini/u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Pakai kunci sandi' }));
  await findToast('Berhasil masuk');
  expect(api.bodies(FACTOR)).toHaveLength(1);
});

test('when the browser knows no passkeys, then only the other ways are offered', async () => {
  await secondStep({ kinds: ['passkey', 'recovery_code'], passkey: REQUEST });
  expect(screen.queryByRole('button', { name: 'Pakai kunci sandi' })).toBeNull();
  expect(screen.getByLabelText('Kode pemulihan')).toBeTruthy();
});
