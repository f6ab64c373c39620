import { longTest } from '@gerbang/domain/testing/runs';
import { callAs } from '../../kit/client.ts';
import { letterLink, lettersTo, readCode, readLetterCode } from '../../kit/inbox.ts';
import { logIn, newPerson, signUp } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { client, simulatorUrl, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

describe.each([PHONE, DESKTOP])('on a $name screen', (screen) => {
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

  test('when a page is wanted without a session, then a wrong password is refused, and the login by phone leads there', async () => {
    const { page } = await visitor(screen);
    const person = await signUp(client);
    await page.goto('/password');
    await page.waitForURL('**/auth');
    await portal.submitLogin(page, person.email, 'salah-sekali');
    await portal.seeToast(page, 'Login gagal', 'Email/nomor telepon atau password salah');
    await portal.submitLogin(page, person.whatsapp.replace('+62', '62 '), person.password);
    await portal.seeToast(page, 'Berhasil masuk', `Selamat datang, ${person.name}!`);
    await page.waitForURL('**/password');
  });
});

test('when the password is forgotten, then a WhatsApp code leads back in', async () => {
  const { page } = await visitor(PHONE);
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

test('when the password is changed, then only the new one works', async () => {
  const person = await signUp(client);
  const { page } = await visitor(DESKTOP, { as: person });
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

longTest(
  'when the address of a family is proved by the letter, then a forgotten password comes back by e-mail with the same code',
  async () => {
    const parent = await signUp(client, newPerson('Rahma Aulia'));
    const { page } = await visitor(PHONE, { as: parent });

    await page.goto('/password');
    await portal.see(page, 'Email belum diverifikasi.');
    await page.goto('/profile');
    await portal.see(page, 'Email belum diverifikasi.');

    const link = await letterLink(simulatorUrl, parent.email);
    // A scanner of mail opens the link: nothing happens before the button is pressed.
    await page.goto(link);
    await portal.button(page, 'Verifikasi email saya').waitFor();
    await page.goto('/password');
    await portal.see(page, 'Email belum diverifikasi.');
    await page.goto(link);
    await portal.button(page, 'Verifikasi email saya').press('Enter');
    await page.getByRole('heading', { name: 'Email terverifikasi' }).waitFor();
    await page.goto('/password');
    await portal.see(page, 'Email sudah diverifikasi.');
    await portal.button(page, 'Ganti email').press('Enter');

    const { page: guest } = await visitor(PHONE);
    await guest.clock.install();
    await guest.goto('/forgot-password');
    await portal.field(guest, 'Email').fill(parent.email);
    await portal.button(guest, 'Kirim kode reset').press('Enter');
    await guest.getByRole('heading', { name: 'Kode telah dikirim' }).waitFor();
    await guest.clock.runFor(31_000);
    await portal.button(guest, 'Tidak menerima WhatsApp? Kirim lewat email').press('Enter');
    await guest.getByText(/kode yang sama dikirim ke sana/u).waitFor();
    const code = await readLetterCode(simulatorUrl, parent.email);
    await guest.getByRole('link', { name: 'Lanjutkan ke reset password' }).press('Enter');
    await portal.enterCode(guest, parent.email, code);
    await portal.setNewPassword(guest, 'payung biru laut');
    await guest.getByRole('heading', { name: 'Password Berhasil Direset!' }).waitFor();
    expect((await lettersTo(simulatorUrl, parent.email)).length).toBeGreaterThan(1);
  },
);

test('when the number of a family is not proved, then the first task leads to the code; once another is proved the task is gone, and the user menu leads there', async () => {
  const parent = await signUp(client, newPerson('Rahma Aulia'), { proves: false });
  // The dashboard knows of the account once its copy has arrived, a moment after the registration.
  const call = callAs(client, parent.cookie);
  await until('The task of the number', async () =>
    JSON.stringify(await call('GET', '/api/dashboard')).includes('"phone_unverified"'),
  );
  const { page } = await visitor(PHONE, { as: parent });

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Verifikasi nomor WhatsApp' }).press('Enter');
  await page.waitForURL('**/phone');
  await portal.button(page, 'Kirim kode').press('Enter');
  const first = await readCode(simulatorUrl, parent.whatsapp);
  await page.getByLabel('Kode verifikasi').fill(first === '000000' ? '000001' : '000000');
  await portal.button(page, 'Verifikasi nomor').press('Enter');
  await portal.see(page, 'Kode OTP tidak valid atau sudah kadaluarsa');

  await portal.button(page, 'Ganti nomor').press('Enter');
  const other = newPerson();
  await portal.field(page, 'Nomor WhatsApp baru').fill(other.phone);
  await portal.field(page, 'Password Anda').fill(parent.password);
  await portal.button(page, 'Kirim kode ke nomor baru').press('Enter');
  await page.getByLabel('Kode verifikasi').fill(await readCode(simulatorUrl, other.whatsapp));
  await portal.button(page, 'Verifikasi nomor').press('Enter');
  await portal.seeToast(page, 'Nomor terverifikasi', 'Kabar pendaftaran kini dikirim ke nomor ini.');
  await page.getByRole('link', { name: 'Kembali ke Dashboard' }).press('Enter');
  await page.getByRole('link', { name: 'Lengkapi data orang tua' }).waitFor();
  await eventually(() => page.getByRole('link', { name: 'Verifikasi nomor WhatsApp' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Menu pengguna' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Nomor WhatsApp' }).press('Enter');
  await page.waitForURL('**/phone');
  await portal.button(page, 'Ganti nomor').waitFor();
});
