import { demo, newPerson } from '../people.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { check, checkAll, englishNames, violations } from './checks.ts';
import { url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when a page has an English name and pale text, then both checks see it', async () => {
  const { page } = await visitor(DESKTOP);
  await page.setContent(`<html lang="id"><title>Uji</title><main>
    <button aria-label="Close menu">x</button><h1 lang="en">Page Not Found</h1>
    <p style="color:#aaa;background:#fff">Terlalu pucat</p></main></html>`);
  expect(await englishNames(page)).toEqual(['close: Close menu']);
  expect((await violations(page)).join()).toContain('color-contrast');
});

test('when a guest looks at each page, then nobody is kept out, on any screen or in any theme', async () => {
  const { page } = await visitor(DESKTOP);
  const wrong: Record<string, string[]> = {};
  const visit = async (path: string, text: string | RegExp) => {
    await page.goto(path);
    await portal.ready(page);
    await portal.see(page, text);
    Object.assign(wrong, await checkAll(page, path));
  };
  await visit('/', 'Tiga langkah untuk memulai');
  await visit('/auth', 'Lupa Password');
  await portal.button(page, 'Masuk').click();
  await portal.see(page, 'Password harus diisi');
  Object.assign(wrong, await checkAll(page, '/auth with errors'));
  await page.getByRole('tab', { name: 'Daftar' }).click();
  await portal.field(page, 'Nama lengkap').waitFor();
  Object.assign(wrong, await checkAll(page, '/auth register'));
  await visit('/forgot-password', 'Kirim kode reset');
  await visit('/reset-password', 'Verifikasi Kode OTP');
  await visit('/tidak-ada', '404 Page Not Found');
  expect(wrong).toEqual({});
}, 180_000);

test('when a parent looks at each page, then nobody is kept out, on any screen or in any theme', async () => {
  const { page, context } = await visitor(DESKTOP);
  await portal.signUp(context, url, newPerson());
  const wrong: Record<string, string[]> = {};
  const visit = async (path: string, text: string) => {
    await page.goto(path);
    await portal.see(page, text);
    Object.assign(wrong, await checkAll(page, path));
  };
  await visit('/dashboard', 'Belum ada pendaftaran');
  await portal.openUserMenu(page);
  Object.assign(wrong, await checkAll(page, 'user menu'));
  await page.keyboard.press('Escape');
  await visit('/password', 'Tips keamanan password');
  await visit('/status', 'Status Pendaftaran');
  await visit('/profile', 'Data Ayah');
  await visit('/children', 'Tidak ada data anak');
  await visit('/registrations', 'Belum ada pendaftaran.');
  await visit('/enrollment', 'Belum ada murid yang diterima untuk dikonfirmasi daftar ulang.');
  await visit('/tagihan', 'Belum ada tagihan.');
  await visit('/admin/users', 'Akses Ditolak');
  expect(wrong).toEqual({});
}, 180_000);

test('when a parent opens the menu of a phone, then nobody is kept out of it', async () => {
  const { page, context } = await visitor(PHONE);
  await portal.signUp(context, url, newPerson());
  const wrong: Record<string, string[]> = {};
  await page.goto('/dashboard');
  await portal.button(page, 'Buka menu').click();
  await page.getByRole('dialog').waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    Object.assign(wrong, await check(page, `drawer, ${colorScheme}`));
  }
  expect(wrong).toEqual({});
});

test('when an administrator looks at each page, then nobody is kept out, on any screen or in any theme', async () => {
  const { page, context } = await visitor(DESKTOP);
  const { email, password } = demo('admin');
  await portal.signIn(context, url, email, password);
  const wrong: Record<string, string[]> = {};
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  Object.assign(wrong, await checkAll(page, '/dashboard'));
  await page.goto('/admin/users');
  await portal.see(page, /^Total \d+ pengguna terdaftar$/u);
  Object.assign(wrong, await checkAll(page, '/admin/users'));
  await portal.button(page, 'Tambah pengguna').first().click();
  await page.getByRole('dialog').waitFor();
  Object.assign(wrong, await checkAll(page, 'add dialog'));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByPlaceholder('Cari pengguna...').fill('finance@');
  await portal
    .userRow(page, 'finance@')
    .getByRole('button', { name: /^Hapus/u })
    .click();
  await page.getByRole('alertdialog').waitFor();
  Object.assign(wrong, await checkAll(page, 'delete dialog'));
  expect(wrong).toEqual({});
}, 180_000);
