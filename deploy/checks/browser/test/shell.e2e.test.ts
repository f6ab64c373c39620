import type { Page } from 'playwright-core';
import { newPerson, signUp } from '../../kit/people.ts';
import { eventually } from './eventually.ts';
import * as family from '../family.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE, TABLET, UPRIGHT } from '../visitor.ts';
import { cutOff } from './room.ts';
import { client, useBrowser } from './world.ts';

const { visitor, roughVisitor } = useBrowser();

const PARENT = [
  'Dashboard',
  'Biodata Orang Tua',
  'Biodata Anak',
  'Pendaftaran',
  'Daftar Ulang',
  'Tagihan',
  'Data & Privasi',
];
const FINANCE = [
  'Dashboard',
  'Pendaftaran',
  'Daftar Ulang',
  'Kelola Tagihan',
  'Mutasi Bank',
  'Persetujuan',
  'Pengembalian Dana',
  'Dokumen Terbit',
  'Kas Loket',
  'Laporan',
  'Gelombang',
  'Kursi',
  'Penyiapan sekolah',
];

test.each([
  // A family with news would see its results first.
  ['newcomer', PARENT],
  ['finance', FINANCE],
] as const)('when %s opens the portal, then the navigation is that of the role', async (role, labels) => {
  const { page } = await visitor(DESKTOP, { as: role });
  await page.goto('/dashboard');
  const items = page.getByRole('navigation', { name: 'Navigasi utama' }).getByRole('listitem');
  const shown = async () => (await items.allInnerTexts()).map((text) => text.split('\n')[0]?.trim());
  await eventually(shown).toEqual(labels);
  await eventually(() => items.first().getByRole('link').getAttribute('aria-current')).toBe('page');
});

test('when the portal’s font comes late, then a page is measured in it all the same', async () => {
  const [{ page: quick }, { page: late }] = [await visitor(PHONE), await visitor(PHONE)];
  const { promise: measured, resolve: release } = Promise.withResolvers<void>();
  await late.route('**/*.woff2', async (route) => {
    if (route.request().resourceType() === 'font') await measured;
    await route.continue();
  });
  const widthOf = async (page: Page) => {
    await page.goto('/auth', { waitUntil: 'domcontentloaded' });
    return page.getByRole('tab', { name: 'Daftar' }).evaluate((tab) => {
      const words = document.createRange();
      words.selectNodeContents(tab);
      return words.getBoundingClientRect().width;
    });
  };
  expect(await widthOf(late)).toBe(await widthOf(quick));
  release();
  await late.unrouteAll({ behavior: 'wait' });
});

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

test('when a tablet is turned, then the navigation is narrow whatever was chosen, and its wide form opens over the page', async () => {
  const { page } = await visitor(TABLET, { as: 'finance' });
  await page.addInitScript(() => localStorage.setItem('gerbang.sidebar', 'wide'));
  await page.goto('/admin/registration');
  await page.locator('tbody tr').first().waitFor();
  const width = async () => Math.round((await page.getByRole('complementary').boundingBox())?.width ?? 0);
  await eventually(() => width()).toBe(256);
  await page.setViewportSize({ width: UPRIGHT.width, height: UPRIGHT.height });
  await eventually(() => width()).toBe(64);
  await eventually(() => cutOff(page)).toEqual([]);
  const broken = () =>
    page
      .locator('main button')
      .evaluateAll((all) => all.filter((one) => one.clientHeight > 60).map((one) => one.textContent));
  await eventually(() => broken()).toEqual([]);
  const open = portal.button(page, 'Lebarkan navigasi');
  await open.click();
  const drawer = page.getByRole('dialog', { name: 'Navigasi utama' });
  await drawer.getByRole('link', { name: 'Kelola Tagihan' }).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await eventually(() => open.evaluate((one) => one === document.activeElement)).toBe(true);
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
  // Keys go to where the focus is.
  await eventually(() => drawer.evaluate((one) => one.contains(document.activeElement))).toBe(true);
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
  await eventually(async () =>
    (await crumbs.getByRole('listitem').allInnerTexts()).map((text) => text.replace('›', '').trim()),
  ).toEqual(['Dashboard', 'Ubah Password']);
  await crumbs.getByRole('link', { name: 'Dashboard' }).click();
  await page.waitForURL('**/dashboard');
  await crumbs.waitFor({ state: 'detached' });
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

const father = (page: Page) => page.getByRole('group', { name: 'Data Ayah' });
const IDLE = 'Sesi Anda berakhir karena lama tidak digunakan. Silakan masuk kembali untuk melanjutkan.';

/** Waits until nothing of a page says this any more: its address can change before what stands on it. */
const forgets = (page: Page, words: string) =>
  eventually(async () => (await page.content()).includes(words)).toBe(false);

async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile?bagian=ayah');
  await portal.settled(page);
  await father(page).waitFor();
}

test('when a family logs out in one tab, then another tab shows nothing of it, and a login there starts anew', async () => {
  const first = await signUp(client, newPerson('Keluarga Pertama'));
  const second = await signUp(client, newPerson('Keluarga Kedua'));
  const { page, context } = await visitor(DESKTOP, { as: first });
  const other = await context.newPage();
  await openProfile(other);
  await father(other).getByLabel('Nama lengkap').fill('Ahmad Fauzi');
  await page.goto('/dashboard');
  await portal.settled(page);
  await portal.logout(page);
  await other.waitForURL('**/auth');
  await forgets(other, 'Ahmad Fauzi');
  await forgets(other, first.name);
  await portal.submitLogin(other, second.email, second.password);
  await other.waitForURL('**/dashboard');
  await portal.openUserMenu(other);
  await portal.see(other, second.email);
});

test('when another family logs in in one tab, then a tab of the first shows the second', async () => {
  const first = await signUp(client, newPerson('Keluarga Pertama'));
  const second = await signUp(client, newPerson('Keluarga Kedua'));
  const { page, context } = await visitor(DESKTOP, { as: first });
  const other = await context.newPage();
  await page.goto('/dashboard');
  await portal.settled(page);
  // A tab that misses the logout, as one that was restored later does.
  await context.clearCookies();
  await portal.login(other, second.email, second.password);
  await portal.settled(page);
  await forgets(page, first.name);
  await portal.openUserMenu(page);
  await portal.see(page, second.email);
});

test('when a session is not used for its whole time, then the screen is cleared with a sentence, and the draft is kept', async () => {
  const parent = await signUp(client);
  const { page } = await visitor(DESKTOP, { as: parent });
  await page.clock.install();
  await openProfile(page);
  await father(page).getByLabel('Nama lengkap').fill('Ahmad Fauzi');
  await portal.see(page, /^Draf tersimpan \d\d\.\d\d$/u);
  await page.clock.fastForward('11:59:00');
  await eventually(() => father(page).getByLabel('Nama lengkap').inputValue()).toBe('Ahmad Fauzi');
  await page.clock.fastForward('02:00');
  await portal.see(page, IDLE);
  await forgets(page, parent.name);
  await portal.submitLogin(page, parent.email, parent.password);
  await page.waitForURL('**/profile?bagian=ayah');
  await portal.button(page, 'Lanjutkan draf').click();
  await eventually(() => father(page).getByLabel('Nama lengkap').inputValue()).toBe('Ahmad Fauzi');
});

test('when the connection is gone, then the page says so, a navigation shows our page, and afterwards all is as before', async () => {
  const { page, context } = await roughVisitor(PHONE, { as: 'newcomer', worker: true });
  await page.goto('/children');
  await portal.settled(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  // The worker lets navigations through to the server.
  await page.goto('/registrations');
  await portal.see(page, 'Belum ada pendaftaran.');
  await page.goto('/children');
  await portal.settled(page);

  await context.setOffline(true);
  await portal.see(page, 'Anda sedang luring. Draf Anda aman di perangkat ini.');
  // The browser may call the navigation failed; what it shows is looked at below.
  await page.goto('/registrations', { waitUntil: 'commit' }).catch(() => undefined);
  await portal.see(page, 'Anda sedang luring.');
  await portal.see(page, 'Draf Anda aman di perangkat ini.');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);

  await context.setOffline(false);
  await page.getByRole('link', { name: 'Coba lagi' }).tap();
  await portal.see(page, 'Belum ada pendaftaran.');

  // A new release brings a new worker: the old one keeps nothing that could stand in its way.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.reload();
  await portal.see(page, 'Belum ada pendaftaran.');
});
