import { eventually } from '../eventually.ts';
import { readCode } from '../../kit/inbox.ts';
import { logIn, newPerson, signUp } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { client, simulatorUrl, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

describe.each([PHONE, DESKTOP])('on a $name screen', (screen) => {
  test('when the registration form is sent empty, then each field says what is wrong', async () => {
    const { page } = await visitor(screen);
    await portal.openRegister(page);
    await portal.button(page, 'Daftar').click();
    await portal.see(page, 'Nama harus diisi');
    await portal.see(page, 'Nomor telepon minimal 10 digit');
    await portal.see(page, 'Format email tidak valid');
    await portal.see(page, 'Password minimal 8 karakter');
    await portal.fill(page, { Password: 'panjang-sekali', 'Konfirmasi password': 'lain-sekali' });
    await portal.see(page, 'Password tidak cocok');
  });

  test('when a parent registers and logs out, then the dashboard greets and the session is gone', async () => {
    const { page, context } = await visitor(screen);
    const person = newPerson();
    await portal.register(page, person);
    await portal.seeToast(
      page,
      'Registrasi berhasil',
      `Selamat datang, ${person.name}! Akun Anda telah dibuat.`,
    );
    await portal.see(page, 'Belum ada pendaftaran');
    await portal.logout(page);
    await page.waitForURL('**/auth');
    expect((await context.request.get(`${url}/api/user`)).status()).toBe(401);
  });

  test('when a used e-mail or phone registers, then the field says so and nothing typed is lost', async () => {
    const { page } = await visitor(screen);
    const person = await signUp(client);
    await portal.openRegister(page);
    await portal.fill(page, {
      'Nama lengkap': 'Budi Santoso',
      'Nomor telepon (WhatsApp)': newPerson().phone,
      Email: person.email.toUpperCase(),
      Password: person.password,
      'Konfirmasi password': person.password,
    });
    await portal.button(page, 'Daftar').click();
    await portal.see(page, 'Email sudah terdaftar');
    await eventually(() => portal.field(page, 'Nama lengkap').inputValue()).toBe('Budi Santoso');
  });

  test('when the password is wrong, then the login does not say which part is wrong', async () => {
    const { page } = await visitor(screen);
    await page.goto('/');
    await portal.submitLogin(page, newPerson().email, 'salah-sekali');
    await portal.seeToast(page, 'Login gagal', 'Email/nomor telepon atau password salah');
    await portal.button(page, 'Tampilkan Password').click();
    await eventually(() => portal.field(page, 'Password').getAttribute('type')).toBe('text');
  });

  test('when nothing is typed, then the login asks for both', async () => {
    const { page } = await visitor(screen);
    await page.goto('/auth');
    await portal.ready(page);
    await portal.button(page, 'Masuk').click();
    await portal.see(page, 'Email atau nomor telepon harus diisi');
    await portal.see(page, 'Password harus diisi');
  });

  test('when a page is wanted without a session, then login by phone leads there', async () => {
    const { page } = await visitor(screen);
    const person = await signUp(client);
    await page.goto('/password');
    await page.waitForURL('**/auth');
    await portal.submitLogin(page, person.whatsapp.replace('+62', '62 '), person.password);
    await portal.seeToast(page, 'Berhasil masuk', `Selamat datang, ${person.name}!`);
    await page.waitForURL('**/password');
  });

  test('when the password is forgotten, then a WhatsApp code leads back in', async () => {
    const { page } = await visitor(screen);
    const person = await signUp(client, newPerson(), { proves: false });
    await portal.askForCode(page, person.email);
    await portal.enterCode(page, person.email, '12345');
    await portal.see(page, 'Kode OTP harus berupa 6 digit angka');
    const code = await readCode(simulatorUrl, person.whatsapp);
    await portal.enterCode(page, person.email, code === '000000' ? '000001' : '000000');
    await portal.seeToast(page, 'Kode OTP Tidak Valid');
    await portal.enterCode(page, person.email, code);
    await portal.seeToast(page, 'Kode OTP Valid', 'Silakan masukkan password baru Anda');
    await eventually(() => portal.field(page, 'Email terverifikasi').inputValue()).toBe(person.email);
    await portal.setNewPassword(page, 'pendek');
    await portal.see(page, 'Kata sandi minimal 8 karakter');
    await portal.setNewPassword(page, 'kalimat-yang-baru', 'kalimat-yang-lain');
    await portal.see(page, 'Konfirmasi password tidak cocok');
    await portal.setNewPassword(page, 'kalimat-yang-baru');
    await portal.see(page, 'Password Berhasil Direset!');
    await page.getByRole('link', { name: 'Login Sekarang' }).click();
    await portal.submitLogin(page, person.phone, 'kalimat-yang-baru');
    await page.waitForURL('**/dashboard');
  });

  test('when the back button of step 2 is used, then step 1 is empty again', async () => {
    const { page } = await visitor(screen);
    const person = await signUp(client, newPerson(), { proves: false });
    await portal.askForCode(page, person.email);
    await portal.enterCode(page, person.email, await readCode(simulatorUrl, person.whatsapp));
    await portal.field(page, 'Password baru').waitFor();
    await portal.button(page, 'Kembali ke kode OTP').click();
    await eventually(() => portal.field(page, 'Email').inputValue()).toBe('');
    await eventually(() => portal.field(page, 'Kode OTP').inputValue()).toBe('');
  });

  test('when the password is changed, then only the new one works', async () => {
    const person = await signUp(client);
    const { page } = await visitor(screen, { as: person });
    await page.goto('/password');
    await portal.button(page, 'Ubah Password').click();
    await portal.see(page, 'Password saat ini harus diisi');
    await portal.see(page, 'Password baru minimal 8 karakter');
    await portal.changePassword(page, 'bukan-ini', 'kalimat-yang-baru');
    await portal.see(page, 'Gagal mengubah password');
    await portal.changePassword(page, person.password, 'kalimat-yang-baru');
    await portal.see(page, 'Password berhasil diubah');
    await page.waitForURL('**/dashboard');
    await expect(logIn(client, person.email, person.password)).rejects.toThrow('returned 401');
    await logIn(client, person.email, 'kalimat-yang-baru');
  });
});
