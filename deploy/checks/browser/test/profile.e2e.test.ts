import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import { readCode } from '../../kit/inbox.ts';
import { newPerson, signUp } from '../../kit/people.ts';
import * as family from '../family.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { check } from './checks.ts';
import { client, simulatorUrl, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const KB = 1024;

const father = (page: Page) => page.getByRole('group', { name: 'Data Ayah' });

async function openProfile(page: Page, part = 'ayah', title = 'Data Ayah'): Promise<void> {
  await page.goto(`/profile?bagian=${part}`);
  await portal.settled(page);
  await page.getByRole('group', { name: title }).waitFor();
}

const save = (page: Page) => portal.button(page, 'Simpan Profile').click();

test('when the contact phone is verified with the code of the message, then it is a way to log in', async () => {
  const parent = await signUp(client);
  const { page } = await visitor(PHONE, { as: parent });
  const contact = newPerson();
  const wrong: Record<string, string[]> = {};
  await openProfile(page, 'kontak', 'Kontak Utama');
  await portal.field(page, 'Nomor kontak (WhatsApp)').fill(contact.phone);
  await portal.see(page, 'Simpan profil dahulu untuk memverifikasi nomor ini.');
  await save(page);
  await portal.seeToast(page, 'Profile berhasil diperbarui', 'Data orang tua telah disimpan.');
  await portal.button(page, 'Kirim kode verifikasi').tap();
  // A second number to log in with needs the password.
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(parent.password);
  // For some seconds the word of success lies over the sheet's foot.
  await portal.button(page, 'Tutup notifikasi').tap();
  Object.assign(wrong, await check(page, 'password'));
  await page.getByRole('dialog').getByRole('button', { name: 'Kirim kode' }).tap();
  const code = await readCode(simulatorUrl, contact.whatsapp);
  await page.getByRole('dialog').getByLabel('Kode verifikasi').fill(code);
  Object.assign(wrong, await check(page, 'verification'));
  await portal.button(page, 'Verifikasi').tap();
  await portal.seeToast(page, 'Nomor terverifikasi');
  await portal.see(page, 'Terverifikasi');
  expect(wrong).toEqual({});

  const { page: elsewhere } = await visitor(PHONE);
  await portal.login(elsewhere, contact.phone, parent.password);
  await portal.see(elsewhere, new RegExp(parent.name, 'u'));
});

test('when a part is opened on a phone, then its first field stands on the first screen, with one button below', async () => {
  const { page } = await visitor(PHONE, { as: await signUp(client) });
  await openProfile(page);
  const name = await father(page).getByLabel('Nama lengkap').boundingBox();
  expect(name?.y).toBeLessThanOrEqual(500);
  await eventually(() => page.locator('[data-save-bar]').getByRole('button').allTextContents()).toEqual([
    'Simpan dan lanjut',
  ]);
  await page.getByRole('link', { name: 'Semua bagian' }).tap();
  await page.getByRole('list', { name: 'Bagian data orang tua' }).waitFor();
  await eventually(() => page.locator('[data-save-bar]').count()).toBe(0);
});

test('when two windows change one profile, then the second shows both states and nothing typed is lost', async () => {
  const parent = await signUp(client, newPerson('Rahma Aulia'));
  const { page, context } = await visitor(DESKTOP, { as: parent });
  await openProfile(page);
  const second = await context.newPage();
  await openProfile(second);
  await father(page).getByLabel('Nama lengkap').fill('Ahmad Fauzi');
  await save(page);
  await portal.seeToast(page, 'Profile berhasil diperbarui');
  await father(second).getByLabel('Nama lengkap').fill('A. Fauzi');
  await father(second).getByLabel('Pendidikan').selectOption('S1');
  await save(second);
  const dialog = second.getByRole('dialog', { name: 'Data sudah diubah' });
  await dialog.getByText(/^Data ini sudah diubah oleh Rahma Aulia \(Wali Murid\) pada /u).waitFor();
  await dialog.getByText('Isian Anda: A. Fauzi').waitFor();
  await dialog.getByText('Data terbaru: Ahmad Fauzi').waitFor();
  await dialog.getByRole('button', { name: 'Simpan isian saya' }).click();
  await portal.seeToast(second, 'Profile berhasil diperbarui');
  await openProfile(page);
  await eventually(() => father(page).getByLabel('Nama lengkap').inputValue()).toBe('A. Fauzi');
  await eventually(() => father(page).getByLabel('Pendidikan').inputValue()).toBe('S1');
});

test('when a form is left unfinished, then the next visit offers it without the KTP number, and logout forgets it', async () => {
  const parent = await signUp(client);
  const { page } = await visitor(DESKTOP, { as: parent });
  await openProfile(page);
  await father(page).getByLabel('Nama lengkap').fill('Ahmad Fauzi');
  await father(page).getByLabel('Nomor KTP').fill('3271010101800001');
  await portal.see(page, /^Draf tersimpan \d\d\.\d\d$/u);
  page.once('dialog', (question) => void question.accept()); // the browser's own "leave this page?"
  await openProfile(page);
  await portal.button(page, 'Lanjutkan draf').click();
  await eventually(() => father(page).getByLabel('Nama lengkap').inputValue()).toBe('Ahmad Fauzi');
  await eventually(() => father(page).getByLabel('Nomor KTP').inputValue()).toBe('');
  await save(page);
  await portal.seeToast(page, 'Profile berhasil diperbarui');
  await father(page).getByLabel('Nama lengkap').fill('Orang Lain');
  await portal.see(page, /^Draf tersimpan/u);
  await portal.logout(page);
  await page.waitForURL('**/auth');
  await portal.submitLogin(page, parent.email, parent.password);
  await page.waitForURL('**/dashboard');
  await openProfile(page);
  await eventually(() => father(page).getByLabel('Nama lengkap').inputValue()).toBe('Ahmad Fauzi');
  await eventually(() => page.getByText('Lanjutkan draf?').count()).toBe(0);
});

test('when a child takes the address of its parents, then all levels down to the village are filled in', async () => {
  const { page } = await visitor(PHONE, { as: await signUp(client) });
  await openProfile(page, 'alamat', 'Alamat');
  const hand = family.thumb();
  await hand.press(page.getByRole('button', { name: /Provinsi$/u }));
  await page.getByRole('listbox').waitFor();
  expect(await check(page, 'an open choice')).toEqual({});
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await family.pickRegion(page, hand, 'Provinsi', 'Jawa Barat');
  await family.pickRegion(page, hand, 'Kabupaten/kota', 'Kota Bogor');
  await family.pickRegion(page, hand, 'Kecamatan', 'Tanah Sareal');
  await family.pickRegion(page, hand, 'Kelurahan/desa', 'Kedung Badak');
  await portal.field(page, 'Alamat lengkap').fill('Jl. Mawar 3');
  await save(page);
  await portal.seeToast(page, 'Profile berhasil diperbarui');
  await page.goto('/children');
  await portal.button(page, 'Tambah Anak').first().tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Gunakan alamat orang tua' }).tap();
  await dialog.getByRole('button', { name: 'Kedung Badak Kelurahan/desa' }).waitFor();
  await eventually(() => dialog.getByLabel('Alamat lengkap').inputValue()).toBe('Jl. Mawar 3');
});

test.each([
  ['/profile', 40],
  // The form of a child and the table bring what many pages share.
  ['/children', 43],
] as const)(
  'when %s is opened, with its sheet where it has one, then its own code stays within %d KB',
  async (path, most) => {
    const { page } = await visitor(PHONE, { as: 'newcomer' });
    // What is fetched ahead comes a second time out of the cache, and weighs once.
    const sizes = new Map<string, number>();
    const measured: Promise<void>[] = [];
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/remotes/admission/')) return;
      measured.push(
        request.sizes().then(({ responseBodySize }) => {
          sizes.set(pathname, Math.max(sizes.get(pathname) ?? 0, responseBodySize));
        }),
      );
    });
    await page.goto(path);
    await portal.settled(page);
    if (path === '/children') {
      await portal.button(page, 'Tambah Anak').first().tap();
      await page.getByRole('dialog').getByLabel('Nama lengkap').waitFor();
    }
    await Promise.all(measured);
    const bytes = [...sizes.values()].reduce((sum, one) => sum + one, 0);
    expect(bytes / KB).toBeGreaterThan(5);
    expect(bytes / KB).toBeLessThanOrEqual(most);
  },
);
