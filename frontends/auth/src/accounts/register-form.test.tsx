import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, later, refused } from '@gerbang/web-kit/testing/fake-api';
import { findSummary, messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { RegisterForm } from './register-form.tsx';

const show = () => renderPage(<RegisterForm />, { path: '/auth?tab=daftar' });
const submit = (name: string) => screen.getByRole('button', { name });

async function fillRegistration(type: ReturnType<typeof show>['type']) {
  await type.type(screen.getByLabelText('Nama lengkap'), 'Siti Maryam');
  await type.type(screen.getByLabelText('Nomor telepon (WhatsApp)'), '081387997766');
  await type.type(screen.getByLabelText('Email'), 'siti@contoh.id');
  await type.type(screen.getByLabelText('Password'), 'rumah teduh');
  await type.type(screen.getByLabelText('Konfirmasi password'), 'rumah teduh');
}

describe('registration', () => {
  test('when an empty form is sent, then the summary takes the focus and every field has its message', async () => {
    const { type } = show();
    await type.type(screen.getByLabelText('Konfirmasi password'), 'lain');
    await type.click(submit('Daftar'));
    const summary = await findSummary();
    await waitFor(() => expect(document.activeElement).toBe(summary));
    const messages = within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent);
    expect(messages).toEqual([
      'Nama harus diisi',
      'Nomor telepon minimal 10 digit',
      'Format email tidak valid',
      'Password minimal 8 karakter',
      'Password tidak cocok',
    ]);
    expect(messageAt(screen.getByLabelText('Konfirmasi password'))).toBe('Password tidak cocok');
    await type.click(within(summary).getByRole('link', { name: 'Nama harus diisi' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nama lengkap')));
  });

  test('when a wrong field is corrected, then its message disappears at once', async () => {
    const { type } = show();
    await type.click(submit('Daftar'));
    await findSummary();
    await type.type(screen.getByLabelText('Nama lengkap'), 'S');
    await waitFor(() => expect(messageAt(screen.getByLabelText('Nama lengkap'))).toBe(''));
  });

  test('when it succeeds, then the confirmation was not sent and the toast says that the account is made', async () => {
    const register = later();
    const api = fakeApi({ 'POST /api/register': register.answer });
    const { type } = show();
    await fillRegistration(type);
    await type.click(submit('Daftar'));
    expect(await screen.findByRole('button', { name: 'Memproses...' })).toBeTruthy();
    register.release({ status: 201, body: aUser({ name: 'Siti Maryam', role: 'wali_murid' }) });
    await findToast('Registrasi berhasil', 'Selamat datang, Siti Maryam! Akun Anda telah dibuat.');
    expect(api.bodies('POST /api/register')).toEqual([
      { name: 'Siti Maryam', phone: '081387997766', email: 'siti@contoh.id', password: 'rumah teduh' },
    ]);
  });

  test('when the e-mail is taken, then the toast says so, the message is shown at the field, and nothing is lost', async () => {
    fakeApi({
      'POST /api/register': refused(409, 'Email sudah terdaftar', {
        code: 'email_taken',
        issues: [{ path: 'email', message: 'Email sudah terdaftar' }],
      }),
    });
    const { type } = show();
    await fillRegistration(type);
    await type.click(submit('Daftar'));
    await findToast('Registrasi gagal', 'Email sudah terdaftar');
    expect(messageAt(screen.getByLabelText('Email'))).toBe('Email sudah terdaftar');
    expect(screen.getByLabelText<HTMLInputElement>('Nama lengkap').value).toBe('Siti Maryam');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('rumah teduh');
  });

  test('when there were too many tries, then the time to wait is shown', async () => {
    fakeApi({
      'POST /api/register': refused(429, 'Terlalu banyak percobaan. Silakan coba lagi beberapa saat lagi.', {
        retryAfter: 90,
      }),
    });
    const { type } = show();
    await fillRegistration(type);
    await type.click(submit('Daftar'));
    await findToast('Registrasi gagal', 'Terlalu banyak percobaan. Silakan coba lagi dalam 2 menit.');
  });

  test('when the network is used up, then the page keeps saying what to do, and nothing typed is lost', async () => {
    const told =
      'Terlalu banyak pendaftaran akun dari jaringan ini, misalnya Wi-Fi yang dipakai bersama. Pakai paket data sendiri, atau minta bantuan petugas sekolah.';
    fakeApi({
      'POST /api/register': refused(429, `${told} Silakan coba lagi beberapa saat lagi.`, {
        retryAfter: 2400,
      }),
    });
    const { type } = show();
    await fillRegistration(type);
    await type.click(submit('Daftar'));
    const waits = `${told} Silakan coba lagi dalam 40 menit.`;
    await findToast('Registrasi gagal', waits);
    expect(within(document.querySelector('form')!).getByText(waits)).toBeTruthy();
    for (const label of ['Password', 'Konfirmasi password']) {
      expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('rumah teduh');
    }
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('siti@contoh.id');
  });

  test('when the fields are looked at, then they carry their autocomplete tokens', () => {
    show();
    const tokens = ['Nama lengkap', 'Nomor telepon (WhatsApp)', 'Email', 'Konfirmasi password'].map((label) =>
      screen.getByLabelText(label).getAttribute('autocomplete'),
    );
    expect(tokens).toEqual(['name', 'tel', 'email', 'new-password']);
  });
});
