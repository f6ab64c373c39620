import { eventually } from '../eventually.ts';
import * as portal from '../portal.ts';
import { userRow } from '../staff.ts';
import { DESKTOP, NARROW, PHONE, ZOOMED } from '../visitor.ts';
import { check, checkAll, checkThemes, englishNames, violations } from './checks.ts';
import { useBrowser } from './world.ts';

const { visitor } = useBrowser();

test('when a page has an English name and pale text, then both checks see it', async () => {
  const { page } = await visitor(DESKTOP);
  await page.setContent(`<html lang="id"><title>Uji</title><main>
    <button aria-label="Close menu">x</button><h1 lang="en">Page Not Found</h1>
    <p>Disubmit</p><p lang="en">Invoice Tersedia</p>
    <p style="color:#aaa;background:#fff">Terlalu pucat</p></main></html>`);
  expect(await englishNames(page)).toEqual(['close: Close menu', 'Disubmit: Disubmit']);
  expect((await violations(page)).join()).toContain('color-contrast');
});

test('when a guest looks at each page, then it has no barrier, on any screen or in any theme', async () => {
  const { page } = await visitor(DESKTOP);
  const wrong: Record<string, string[]> = {};
  const visit = async (path: string, text: string | RegExp) => {
    await page.goto(path);
    await portal.ready(page);
    await portal.see(page, text);
    Object.assign(wrong, await checkAll(page, path));
  };
  for (const path of ['/', '/auth']) {
    await page.goto(path);
    Object.assign(wrong, await checkAll(page, `${path} before its program`));
  }
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

test('when a parent looks at each page, then it has no barrier, on any screen or in any theme', async () => {
  const { page } = await visitor(DESKTOP, { as: 'newcomer' });
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
  await visit('/security', 'Perangkat dan sesi');
  await visit('/status', 'Status Pendaftaran');
  await visit('/profile', 'Data Ayah');
  await visit('/profile?bagian=ayah', 'Nomor KTP');
  await visit('/profile?bagian=alamat', 'Provinsi');
  await visit('/children', 'Tidak ada data anak');
  await visit('/registrations', 'Belum ada pendaftaran.');
  await visit('/enrollment', 'Belum ada murid yang diterima untuk dikonfirmasi daftar ulang.');
  await visit('/tagihan', 'Belum ada tagihan.');
  await visit('/admin/users', 'Akses Ditolak');
  expect(wrong).toEqual({});
}, 180_000);

test('when a parent opens the menu of a phone, then it has no barrier', async () => {
  const { page } = await visitor(PHONE, { as: 'newcomer' });
  await page.goto('/dashboard');
  await portal.button(page, 'Lainnya').click();
  await page.getByRole('dialog').waitFor();
  expect(await checkThemes(page, 'drawer')).toEqual({});
});

test('when an administrator looks at each page, then it has no barrier, on any screen or in any theme', async () => {
  const { page } = await visitor(DESKTOP, { as: 'admin' });
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
  await userRow(page, 'finance@')
    .getByRole('button', { name: /^Hapus (?!verifikasi)/u })
    .click();
  await page.getByRole('alertdialog').waitFor();
  Object.assign(wrong, await checkAll(page, 'delete dialog'));
  expect(wrong).toEqual({});
}, 180_000);

test('when staff look at erasures and their dashboards, then these have no barrier, on any screen or in any theme', async () => {
  const wrong: Record<string, string[]> = {};
  for (const role of ['cs', 'staff_pendidikan', 'staff_tu', 'manager_pendidikan'] as const) {
    const { page } = await visitor(DESKTOP, { as: role });
    await page.goto('/dashboard');
    await portal.settled(page);
    Object.assign(wrong, await checkAll(page, `dashboard of ${role}`));
  }
  const { page } = await visitor(DESKTOP, { as: 'admin' });
  await page.goto('/admin/erasure-requests');
  await portal.settled(page);
  Object.assign(wrong, await checkAll(page, '/admin/erasure-requests'));
  expect(wrong).toEqual({});
}, 240_000);

test.each([DESKTOP, NARROW, ZOOMED])(
  'when all components are on one page on a $name screen, then it has no barrier, on a desktop in either theme',
  async (screen) => {
    const { page } = await visitor(screen);
    const look = screen === DESKTOP ? checkThemes : check;
    await page.goto('/galeri');
    await portal.ready(page);
    await page.getByRole('heading', { name: 'Galeri komponen' }).waitFor();
    expect(await page.locator('[data-example]').count()).toBeGreaterThan(30);
    expect(await look(page, 'gallery')).toEqual({});
    for (const [opener, role] of [
      ['Buka dialog', 'dialog'],
      ['Buka konfirmasi', 'alertdialog'],
      ['Buka laci', 'dialog'],
    ] as const) {
      await portal.button(page, opener).click();
      await page.getByRole(role).waitFor();
      expect(await look(page, opener)).toEqual({});
      await page.keyboard.press('Escape');
      await page.getByRole(role).waitFor({ state: 'detached' });
    }
  },
);

test('when the page does not come from a local run, then there is no gallery', async () => {
  const { page } = await visitor(DESKTOP);
  await page.route('**/galeri', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"local":true', '"local":false') });
  });
  await page.goto('/galeri');
  await portal.see(page, '404 Page Not Found');
  await eventually(() => page.locator('[data-example]').count()).toBe(0);
});
