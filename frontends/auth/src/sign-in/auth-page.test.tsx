import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, later, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findSummary, findToast, messageAt, renderPage } from '@gerbang/web-kit/testing/render-page';
import { AuthPage } from './auth-page.tsx';

const tab = (name: string) => screen.getByRole('tab', { name });
const show = (path = '/auth') => renderPage(<AuthPage />, { path });
const submit = (name: string) => screen.getByRole('button', { name });

async function fillRegistration(type: ReturnType<typeof show>['type']) {
  await type.type(screen.getByLabelText('Nama lengkap'), 'Siti Maryam');
  await type.type(screen.getByLabelText('Nomor telepon (WhatsApp)'), '081387997766');
  await type.type(screen.getByLabelText('Email'), 'siti@contoh.id');
  await type.type(screen.getAllByLabelText('Password')[1] as HTMLElement, 'rumah teduh');
  await type.type(screen.getByLabelText('Konfirmasi password'), 'rumah teduh');
}

describe('tabs', () => {
  test('when the arrow keys, Home and End are pressed, then the tab and its panel change and only one is in the tab order', async () => {
    const { type } = show();
    expect(tab('Masuk').getAttribute('aria-selected')).toBe('true');
    await type.click(tab('Masuk'));
    await type.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(tab('Daftar'));
    expect(tab('Daftar').tabIndex).toBe(0);
    expect(tab('Masuk').tabIndex).toBe(-1);
    expect(await within(screen.getByRole('tabpanel')).findByLabelText('Nama lengkap')).toBeTruthy();
    await type.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(tab('Masuk'));
    await type.keyboard('{End}');
    expect(document.activeElement).toBe(tab('Daftar'));
    await type.keyboard('{Home}');
    expect(document.activeElement).toBe(tab('Masuk'));
  });

  test('when the address asks for registration, then that tab is open', () => {
    show('/auth?tab=daftar');
    expect(tab('Daftar').getAttribute('aria-selected')).toBe('true');
  });

  test('when somebody looks at the other tab and returns, then what was typed is still there', async () => {
    const { type } = show();
    await type.type(screen.getByLabelText('Email atau nomor telepon'), 'siti@contoh.id');
    await type.click(tab('Daftar'));
    await type.click(tab('Masuk'));
    expect(screen.getByLabelText<HTMLInputElement>('Email atau nomor telepon').value).toBe('siti@contoh.id');
  });
});

describe('login', () => {
  test('when nothing is filled in, then both messages of the specification stand at their fields', async () => {
    const { type } = show();
    await type.click(submit('Masuk'));
    expect(messageAt(screen.getByLabelText('Email atau nomor telepon'))).toBe(
      'Email atau nomor telepon harus diisi',
    );
    expect(messageAt(screen.getAllByLabelText('Password')[0] as HTMLElement)).toBe('Password harus diisi');
  });

  test('when the login is sent and succeeds, then the button reads Memproses... and the toast welcomes by name', async () => {
    const login = later();
    const api = fakeApi({ 'POST /api/login': login.answer });
    const { type, client } = show();
    await type.type(screen.getByLabelText('Email atau nomor telepon'), '081234567890');
    await type.type(screen.getAllByLabelText('Password')[0] as HTMLElement, ' spasi di tepi ');
    await type.click(submit('Masuk'));
    expect(await screen.findByRole('button', { name: 'Memproses...' })).toBeTruthy();
    login.release({ body: aUser() });
    await findToast('Berhasil masuk', 'Selamat datang, Rahma Aulia!');
    expect(api.bodies('POST /api/login')).toEqual([
      { identifier: '081234567890', password: ' spasi di tepi ' },
    ]);
    expect(client.getQueryData(['user'])).toEqual(aUser());
  });

  test('when the password is wrong, then the toast gives the server’s sentence and nothing typed is lost', async () => {
    fakeApi({ 'POST /api/login': refused(401, 'Email/nomor telepon atau password salah') });
    const { type } = show();
    await type.type(screen.getByLabelText('Email atau nomor telepon'), 'siti@contoh.id');
    await type.type(screen.getAllByLabelText('Password')[0] as HTMLElement, 'salah sekali');
    await type.click(submit('Masuk'));
    await findToast('Login gagal', 'Email/nomor telepon atau password salah');

    expect(screen.getByLabelText<HTMLInputElement>('Email atau nomor telepon').value).toBe('siti@contoh.id');
    expect((screen.getAllByLabelText('Password')[0] as HTMLInputElement).value).toBe('salah sekali');
  });
});

describe('registration', () => {
  test('when an empty form is sent, then the summary takes the focus and every field has its message', async () => {
    const { type } = show('/auth?tab=daftar');
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
    expect(document.activeElement).toBe(screen.getByLabelText('Nama lengkap'));
  });

  test('when a broken field is mended, then its message goes at once', async () => {
    const { type } = show('/auth?tab=daftar');
    await type.click(submit('Daftar'));
    await findSummary();
    await type.type(screen.getByLabelText('Nama lengkap'), 'S');
    await waitFor(() => expect(messageAt(screen.getByLabelText('Nama lengkap'))).toBe(''));
  });

  test('when it succeeds, then the confirmation was not sent and the toast says that the account is made', async () => {
    const register = later();
    const api = fakeApi({ 'POST /api/register': register.answer });
    const { type } = show('/auth?tab=daftar');
    await fillRegistration(type);
    await type.click(submit('Daftar'));
    expect(await screen.findByRole('button', { name: 'Memproses...' })).toBeTruthy();
    register.release({ status: 201, body: aUser({ name: 'Siti Maryam', role: 'wali_murid' }) });
    await findToast('Registrasi berhasil', 'Selamat datang, Siti Maryam! Akun Anda telah dibuat.');
    expect(api.bodies('POST /api/register')).toEqual([
      { name: 'Siti Maryam', phone: '081387997766', email: 'siti@contoh.id', password: 'rumah teduh' },
    ]);
  });

  test('when the e-mail is taken, then the toast says so, the message stands at the field, and nothing is lost', async () => {
    fakeApi({
      'POST /api/register': refused(409, 'Email sudah terdaftar', {
        code: 'email_taken',
        issues: [{ path: 'email', message: 'Email sudah terdaftar' }],
      }),
    });
    const { type } = show('/auth?tab=daftar');
    await fillRegistration(type);
    await type.click(submit('Daftar'));
    await findToast('Registrasi gagal', 'Email sudah terdaftar');
    expect(messageAt(screen.getByLabelText('Email'))).toBe('Email sudah terdaftar');
    expect(screen.getByLabelText<HTMLInputElement>('Nama lengkap').value).toBe('Siti Maryam');
    expect((screen.getAllByLabelText('Password')[1] as HTMLInputElement).value).toBe('rumah teduh');
  });

  test('when there were too many tries, then the time to wait is told', async () => {
    fakeApi({
      'POST /api/register': refused(429, 'Terlalu banyak percobaan. Silakan coba lagi beberapa saat lagi.', {
        retryAfter: 90,
      }),
    });
    const { type } = show('/auth?tab=daftar');
    await fillRegistration(type);
    await type.click(submit('Daftar'));
    await findToast('Registrasi gagal', 'Terlalu banyak percobaan. Silakan coba lagi dalam 2 menit.');
  });

  test('when the fields are looked at, then they carry their autocomplete tokens', () => {
    show('/auth?tab=daftar');
    const tokens = ['Nama lengkap', 'Nomor telepon (WhatsApp)', 'Email', 'Konfirmasi password'].map((label) =>
      screen.getByLabelText(label).getAttribute('autocomplete'),
    );
    expect(tokens).toEqual(['name', 'tel', 'email', 'new-password']);
  });
});
