import { screen, waitFor } from '@testing-library/react';
import { fakeApi, later, refused } from '@gerbang/web-kit/testing/fake-api';
import { messageAt } from '@gerbang/web-kit/testing/form-errors';
import { findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

const FORGOT = 'POST /api/auth/forgot-password';
const VERIFY = 'POST /api/auth/verify-reset-token';
const RESET = 'POST /api/auth/reset-password';
const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const button = (name: string) => screen.getByRole('button', { name });

describe('/forgot-password', () => {
  const show = () => renderPage(<ForgotPasswordPage />, { path: '/forgot-password' });

  async function ask() {
    const { type } = show();
    await type.type(email(), 'siti@contoh.id');
    await type.click(button('Kirim kode reset'));
    return type;
  }

  test('when the e-mail is not one, then Email tidak valid is shown at the field', async () => {
    const { type } = show();
    await type.type(email(), 'siti');
    await type.click(button('Kirim kode reset'));
    await waitFor(() => expect(messageAt(email())).toBe('Email tidak valid'));
  });

  test('when the code was sent, then the button read Mengirim... and the panel leads to the reset page', async () => {
    const sending = later();
    fakeApi({ [FORGOT]: sending.answer });
    await ask();
    expect(await screen.findByRole('button', { name: 'Mengirim...' })).toBeTruthy();
    sending.release({ body: { success: true, message: 'ok' } });
    await findToast('Email Terkirim', 'Jika email terdaftar, kode reset telah dikirim via WhatsApp');
    const heading = screen.getByRole('heading', { name: 'Kode telah dikirim' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getByRole('link', { name: 'Lanjutkan ke reset password' }).getAttribute('href')).toBe(
      '/reset-password',
    );
    expect(button('Kirim ulang dalam 60 detik').getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('link', { name: 'Kembali ke halaman masuk' }).getAttribute('href')).toBe('/auth');
  });

  test.each([
    ['the connection fails', { offline: true }],
    ['the response lacks success', { body: { success: false, message: 'Ada gangguan' } }],
    ['the server refuses', refused(503, 'Layanan sedang tidak tersedia.')],
  ])('when %s, then the failure toast shows and the e-mail stays', async (_, answer) => {
    fakeApi({ [FORGOT]: answer });
    await ask();
    await findToast(
      'Terjadi Kesalahan',
      'Tidak dapat mengirim permintaan reset password. Silakan coba lagi.',
    );
    expect(email().value).toBe('siti@contoh.id');
  });

  test('when the address asked too often, then the page says how long to wait', async () => {
    fakeApi({ [FORGOT]: refused(429, 'Terlalu banyak permintaan', { retryAfter: 1200 }) });
    await ask();
    expect(
      await screen.findByText('Terlalu banyak permintaan. Silakan coba lagi dalam 20 menit.'),
    ).toBeTruthy();
  });
});

describe('/reset-password', () => {
  const show = (state?: unknown) => renderPage(<ResetPasswordPage />, { path: '/reset-password', state });
  const code = () => screen.getByLabelText<HTMLInputElement>('Kode OTP');

  async function verified() {
    const { type } = show({ email: 'siti@contoh.id' });
    await type.type(code(), '123456');
    await type.click(button('Verifikasi Kode OTP'));
    await screen.findByLabelText('Password baru');
    return type;
  }

  test('when e-mail and code are wrong in form, then their messages are shown at the fields', async () => {
    const { type } = show();
    await type.type(code(), '12');
    await type.click(button('Verifikasi Kode OTP'));
    await waitFor(() => expect(messageAt(code())).toBe('Kode OTP harus berupa 6 digit angka'));
    expect(messageAt(email())).toBe('Email tidak valid');
  });

  test('when a code is pasted with spaces and letters, then six digits remain', async () => {
    const { type } = show();
    await type.click(code());
    await type.paste('Kode: 123 456 789');
    expect(code().value).toBe('123456');
    expect(code().getAttribute('autocomplete')).toBe('one-time-code');
  });

  test.each([
    ['Kode salah. Sisa 4 percobaan.', 'Kode salah. Sisa 4 percobaan.'],
    ['', 'Kode OTP tidak valid atau sudah kadaluarsa'],
  ])('when the server says isValid false with "%s", then the toast reads "%s"', async (message, shown) => {
    fakeApi({ [VERIFY]: { body: { isValid: false, message } } });
    const { type } = show({ email: 'siti@contoh.id' });
    await type.type(code(), '123456');
    await type.click(button('Verifikasi Kode OTP'));
    await findToast('Kode OTP Tidak Valid', shown);
    expect(messageAt(code())).toBe(shown);
    expect(code().value).toBe('123456');
  });

  test('when the network fails at the check, then the toast says so', async () => {
    fakeApi({ [VERIFY]: { offline: true } });
    const { type } = show({ email: 'siti@contoh.id' });
    await type.type(code(), '123456');
    await type.click(button('Verifikasi Kode OTP'));
    await findToast('Terjadi Kesalahan', 'Tidak dapat memverifikasi kode OTP. Silakan coba lagi.');
  });

  test('when the code is valid, then step 2 shows the verified e-mail; going back forgets everything', async () => {
    fakeApi({ [VERIFY]: { body: { isValid: true, message: '' } } });
    const type = await verified();
    await findToast('Kode OTP Valid', 'Silakan masukkan password baru Anda');
    expect(screen.getByLabelText<HTMLInputElement>('Email terverifikasi').value).toBe('siti@contoh.id');
    await type.type(screen.getByLabelText('Password baru'), 'rumah teduh');
    await type.click(button('Kembali ke kode OTP'));
    expect(email().value).toBe('');
    expect(code().value).toBe('');
    expect(screen.queryByLabelText('Password baru')).toBeNull();
  });

  test('when the new passwords are short and different, then both messages show', async () => {
    fakeApi({ [VERIFY]: { body: { isValid: true, message: '' } } });
    const type = await verified();
    await type.type(screen.getByLabelText('Password baru'), 'pendek');
    await type.click(button('Reset Password'));
    await waitFor(() =>
      expect(messageAt(screen.getByLabelText('Password baru'))).toBe('Kata sandi minimal 8 karakter'),
    );
    expect(messageAt(screen.getByLabelText('Konfirmasi password baru'))).toBe(
      'Konfirmasi password tidak cocok',
    );
  });

  test('when the reset succeeds, then the success view leads to the login', async () => {
    const api = fakeApi({
      [VERIFY]: { body: { isValid: true, message: '' } },
      [RESET]: { body: { success: true, message: '' } },
    });
    const type = await verified();
    await type.type(screen.getByLabelText('Password baru'), 'rumah teduh');
    await type.type(screen.getByLabelText('Konfirmasi password baru'), 'rumah teduh');
    await type.click(button('Reset Password'));
    await findToast('Password Berhasil Direset', 'Silakan login dengan password baru Anda');
    expect(screen.getByRole('heading', { name: 'Password Berhasil Direset!' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Login Sekarang' }).getAttribute('href')).toBe('/auth');
    expect(api.bodies(RESET)).toEqual([
      { email: 'siti@contoh.id', otp: '123456', newPassword: 'rumah teduh' },
    ]);
  });

  test.each([
    [
      'says success false',
      { body: { success: false, message: 'Kode sudah kadaluarsa' } },
      'Kode sudah kadaluarsa',
    ],
    [
      'names the field',
      refused(422, 'Password terlalu umum', {
        issues: [{ path: 'newPassword', message: 'Password terlalu umum' }],
      }),
      'Password terlalu umum',
    ],
  ])(
    'when the server %s, then the failure toast shows, its reason is shown, and the password stays',
    async (_, answer, reason) => {
      fakeApi({ [VERIFY]: { body: { isValid: true, message: '' } }, [RESET]: answer });
      const type = await verified();
      await type.type(screen.getByLabelText('Password baru'), 'rumah teduh');
      await type.type(screen.getByLabelText('Konfirmasi password baru'), 'rumah teduh');
      await type.click(button('Reset Password'));
      await findToast('Reset Password Gagal', 'Terjadi kesalahan saat mereset password. Silakan coba lagi.');
      expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0);
      expect(screen.getByLabelText<HTMLInputElement>('Password baru').value).toBe('rumah teduh');
    },
  );
});
