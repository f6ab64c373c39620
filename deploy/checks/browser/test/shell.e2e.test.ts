import { eventually } from '../eventually.ts';
import { signUp } from '../../kit/people.ts';
import * as family from '../family.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { client, useBrowser } from './world.ts';

const { visitor } = useBrowser();

const PARENT = [
  'Dashboard',
  'Biodata Orang Tua',
  'Biodata Anak',
  'Pendaftaran',
  'Daftar Ulang',
  'Tagihan',
  'Data & Privasi',
];
const NAVIGATION = [
  ['wali_murid', PARENT],
  [
    'cs',
    [
      'Dashboard',
      'Pendaftaran',
      'Periksa Dokumen',
      'Pengumuman',
      'Daftar Ulang',
      'Laporan',
      'Nomor Hilang',
      'Pesan WhatsApp',
      'Gelombang',
      'Kursi',
      'Penyiapan sekolah',
    ],
  ],
  [
    'finance',
    [
      'Dashboard',
      'Pendaftaran',
      'Daftar Ulang',
      'Kelola Tagihan',
      'Mutasi Bank',
      'Dokumen Terbit',
      'Laporan',
      'Gelombang',
      'Kursi',
      'Penyiapan sekolah',
    ],
  ],
  [
    'staff_pendidikan',
    [
      'Dashboard',
      'Pendaftaran',
      'Periksa Dokumen',
      'Pengumuman',
      'Daftar Ulang',
      'Laporan',
      'Gelombang',
      'Kursi',
      'Penyiapan sekolah',
    ],
  ],
  [
    'staff_tu',
    [
      'Dashboard',
      'Pendaftaran',
      'Periksa Dokumen',
      'Jenis Dokumen',
      'Daftar Ulang',
      'Laporan',
      'Gelombang',
      'Kursi',
      'Penyiapan sekolah',
    ],
  ],
  [
    'manager_pendidikan',
    [
      'Dashboard',
      'Pendaftaran',
      'Periksa Dokumen',
      'Pengumuman',
      'Daftar Ulang',
      'Kelola Tagihan',
      'Mutasi Bank',
      'Dokumen Terbit',
      'Laporan',
      'Gelombang',
      'Kursi',
      'Penyiapan sekolah',
    ],
  ],
  [
    'admin',
    [
      'Dashboard',
      'Pendaftaran',
      'Periksa Dokumen',
      'Jenis Dokumen',
      'Pengumuman',
      'Daftar Ulang',
      'Kelola Tagihan',
      'Mutasi Bank',
      'Dokumen Terbit',
      'Laporan',
      'Pengguna',
      'Nomor Hilang',
      'Pesan WhatsApp',
      'Gelombang',
      'Kursi',
      'Penyiapan sekolah',
      'Jejak Audit',
      'Penghapusan Data',
    ],
  ],
  [
    'it',
    [
      'Dashboard',
      'Pendaftaran',
      'Pengumuman',
      'Daftar Ulang',
      'Kelola Tagihan',
      'Laporan',
      'Pengguna',
      'Pesan WhatsApp',
      'Gelombang',
      'Kursi',
      'Penyiapan sekolah',
      'Jejak Audit',
    ],
  ],
] as const;

test.each(NAVIGATION)(
  'when %s opens the portal, then the navigation is that of the role',
  async (role, labels) => {
    // A family with news would see its results first.
    const { page } = await visitor(DESKTOP, { as: role === 'wali_murid' ? 'newcomer' : role });
    await page.goto('/dashboard');
    const items = page.getByRole('navigation', { name: 'Navigasi utama' }).getByRole('listitem');
    await items.first().waitFor();
    const shown = (await items.allInnerTexts()).map((text) => text.split('\n')[0]?.trim());
    expect(shown).toEqual(labels);
    await eventually(() => items.first().getByRole('link').getAttribute('aria-current')).toBe('page');
  },
);

test('when the navigation is collapsed, then it is 64 px wide, 256 px before, and stays so', async () => {
  const { page } = await visitor(DESKTOP, { as: 'newcomer' });
  await page.goto('/dashboard');
  const side = page.getByRole('complementary');
  const width = async () => Math.round((await side.boundingBox())?.width ?? 0);
  const settles = (wanted: number) =>
    page.waitForFunction(
      (px) => Math.round(document.querySelector('aside')?.getBoundingClientRect().width ?? 0) === px,
      wanted,
    );
  await side.waitFor();
  await eventually(() => width()).toBe(256);
  await portal.button(page, 'Ciutkan navigasi').click();
  await settles(64);
  await page.reload();
  await side.waitFor();
  await eventually(() => width()).toBe(64);
});

test('when the menu is opened on a phone, then a drawer shows it, and Escape gives the focus back', async () => {
  const { page } = await visitor(PHONE, { as: 'newcomer' });
  await page.goto('/dashboard');
  const open = portal.button(page, 'Lainnya');
  await open.click();
  const drawer = page.getByRole('dialog', { name: 'Navigasi utama' });
  await drawer.waitFor();
  await eventually(() => drawer.getByRole('link').count()).toBe(PARENT.length);
  await drawer.getByText('Keluarga Baru').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await eventually(() => open.evaluate((one) => one === document.activeElement)).toBe(true);
});

test('when the other spelling of a page is opened, then the page itself comes', async () => {
  const { page } = await visitor(DESKTOP, { as: 'newcomer' });
  await page.goto('/registration');
  await page.waitForURL('**/registrations');
  await portal.see(page, 'Belum ada pendaftaran.');
});

test('when a page lies deeper, then breadcrumbs lead back; the dashboard has none', async () => {
  const { page } = await visitor(DESKTOP, { as: 'newcomer' });
  await page.goto('/password');
  const crumbs = page.getByRole('navigation', { name: 'Jejak halaman' });
  await crumbs.waitFor();
  expect(
    (await crumbs.getByRole('listitem').allInnerTexts()).map((text) => text.replace('›', '').trim()),
  ).toEqual(['Dashboard', 'Ubah Password']);
  await crumbs.getByRole('link', { name: 'Dashboard' }).click();
  await page.waitForURL('**/dashboard');
  await crumbs.waitFor({ state: 'detached' });
});

test('when a path is unknown, then the not-found page comes, and a guarded one leads to /auth', async () => {
  const { page } = await visitor(PHONE);
  await page.goto('/tidak-ada-di-sini');
  await portal.see(page, '404 Page Not Found');
  await page.goto('/dashboard');
  await page.waitForURL('**/auth');
});

test('when a logged-in user opens a public page, then the dashboard comes', async () => {
  const { page } = await visitor(PHONE, { as: 'newcomer' });
  for (const path of ['/', '/auth']) {
    await page.goto(path);
    await page.waitForURL('**/dashboard');
  }
});

test('when the session ends elsewhere, then the next call leads to /auth', async () => {
  const person = await signUp(client);
  const { page, context } = await visitor(DESKTOP, { as: person });
  await page.goto('/password');
  await portal.field(page, 'Password saat ini').waitFor();
  await context.clearCookies();
  await portal.changePassword(page, person.password, 'kalimat-yang-baru');
  await page.waitForURL('**/auth');
});

test('when only the keyboard is used, then a parent gets in, changes the password and gets out', async () => {
  const { page } = await visitor(DESKTOP);
  const person = await signUp(client);
  await page.goto('/');
  await portal.ready(page);
  await page.keyboard.press('Tab');
  await family.tabTo(page, portal.field(page, 'Email atau nomor telepon'));
  await page.keyboard.type(person.email);
  await family.tabTo(page, portal.field(page, 'Password'));
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');

  const menu = page.getByRole('button', { name: 'Menu pengguna' });
  await menu.waitFor();
  await family.tabTo(page, menu);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Ubah Password' }).waitFor();
  for (let presses = 0; presses < 10; presses += 1) {
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (focused.includes('Ubah Password')) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/password');

  await portal.field(page, 'Password saat ini').waitFor();
  await family.tabTo(page, portal.field(page, 'Password saat ini'));
  await page.keyboard.type(person.password);
  await family.tabTo(page, portal.field(page, 'Password baru'));
  await page.keyboard.type('kalimat-yang-baru');
  await family.tabTo(page, portal.field(page, 'Konfirmasi password baru'));
  await page.keyboard.type('kalimat-yang-baru');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');

  await menu.waitFor();
  await family.tabTo(page, menu);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Keluar' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/auth');
});
