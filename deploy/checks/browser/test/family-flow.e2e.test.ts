import type { Locator, Page } from 'playwright-core';
import { registerChild } from '../../kit/families.ts';
import { newPerson, signUp } from '../../kit/people.ts';
import { countEffort } from '../counter.ts';
import { eventually } from './eventually.ts';
import * as family from '../family.ts';
import { LONG } from '../large-family.ts';
import * as portal from '../portal.ts';
import { DESKTOP, NARROW, PHONE } from '../visitor.ts';
import { client, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const hand = family.thumb();

/** The most taps from the first page to a registration whose slip is sent. */
const MOST_TAPS = 18;

/** Types into a field that a form begins with: without a tap. */
async function typeInFocus(page: Page, field: Locator, text: string): Promise<void> {
  await eventually(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(text);
}

async function saveChild(page: Page, name: string, birth: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await typeInFocus(page, dialog.getByLabel('Nama lengkap', { exact: true }), name);
  await dialog.getByLabel('Tempat lahir', { exact: true }).fill('Bogor');
  await hand.press(dialog.getByRole('spinbutton').first());
  await page.keyboard.type(birth);
  await hand.press(dialog.getByRole('button', { name: 'Simpan', exact: true }));
}

test('when a family begins at the first page, then it is registered with its slip in few taps, step by step', async () => {
  const person = newPerson('Nurul Hidayah');
  const { page } = await visitor(PHONE);
  const counter = await countEffort(page);
  await page.goto('/');
  await portal.settled(page);
  await counter.read();
  await hand.press(page.getByRole('link', { name: 'Daftar akun baru' }).first());
  await typeInFocus(page, portal.field(page, 'Nama lengkap'), person.name);
  await portal.fill(page, {
    'Nomor telepon (WhatsApp)': person.phone,
    Email: person.email,
    Password: person.password,
    'Konfirmasi password': person.password,
  });
  await hand.press(portal.button(page, 'Daftar'));
  await page.waitForURL('**/dashboard');

  await hand.press(page.getByRole('link', { name: 'Tambahkan data anak' }));
  await saveChild(page, 'Aisyah Putri', '14032020');
  await hand.press(page.getByRole('link', { name: 'Daftarkan Aisyah Putri' }));
  await portal.see(page, 'Jenjang kami sarankan dari usia anak. Ubah bila tidak sesuai.');
  await hand.press(portal.button(page, 'Daftarkan'));
  await page.waitForURL('**/registrations/*/bayar');
  await eventually(() => page.getByRole('listitem').filter({ hasText: '3. Biaya' }).count()).toBe(1);
  await hand.press(portal.button(page, 'Sudah transfer, unggah bukti'));
  await portal.see(page, 'Langkah 2 dari 2');
  await family.pickProof(page, await family.photograph(page, 1200, 900));
  await portal.see(page, 'Terunggah. Lengkapi isian di bawah, lalu kirim.');
  await typeInFocus(page, portal.field(page, 'Nama pemilik rekening'), person.name);
  await portal.fill(page, { 'Nomor rekening pengirim': '1234567890', 'Nama bank': 'Bank Contoh' });
  await hand.press(portal.button(page, 'Kirim bukti'));
  await portal.see(page, 'Bukti sudah kami terima');
  const { taps } = await counter.read();
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);
});

test('when a second child follows before the first is paid, then one transfer with one slip pays both', async () => {
  const parent = await signUp(client, newPerson('Rahma Aulia'));
  await registerChild(parent.call, 'Umar');
  const { page } = await visitor(PHONE, { as: parent });
  await page.goto('/children?tambah');
  await saveChild(page, 'Aisyah Putri', '14032020');
  await hand.press(page.getByRole('link', { name: 'Daftarkan Aisyah Putri' }));
  await hand.press(portal.button(page, 'Daftarkan'));
  await page.waitForURL('**/registrations/bayar');
  await eventually(() => page.getByRole('checkbox', { checked: true }).count()).toBe(2);
  await portal.see(page, /^Jumlah 2 biaya: Rp/u);
  await hand.press(portal.button(page, 'Lanjut ke transfer'));
  await family.toProof(page);
  await family.pickProof(page, await family.photograph(page, 700, 500));
  await portal.see(page, 'Terunggah. Lengkapi isian di bawah, lalu kirim.');
  await portal.fill(page, {
    'Nama pemilik rekening': parent.name,
    'Nomor rekening pengirim': '1234567890',
    'Nama bank': 'Bank Contoh',
  });
  await hand.press(portal.button(page, 'Kirim bukti'));
  await portal.see(page, 'Bukti sudah kami terima');
  const paid = await parent.call<{ payment_status: string }[]>('GET', '/api/registrations');
  expect(paid.map(({ payment_status }) => payment_status)).toEqual(['paid', 'paid']);
});

/** Expects that a part of a page names this amount and no other. */
const expectOne = (part: Locator, amount: string) =>
  eventually(async () => [...new Set((await part.innerText()).match(/Rp\s[\d.]*\d/gu))]).toEqual([amount]);

test('when a family looks what its fee is, then dashboard, registrations and the office name the amount that the payment asks for', async () => {
  const parent = await signUp(client, newPerson('Rahma Aulia'));
  const { id } = await registerChild(parent.call, 'Umar');
  const { page } = await visitor(PHONE, { as: parent });
  await page.goto(`/registrations/${id}/bayar`);
  const label = page.getByText('Jumlah transfer', { exact: true });
  const amount = await label.locator('xpath=following-sibling::p[1]').innerText();
  for (const path of ['/dashboard', '/registrations']) {
    await page.goto(path);
    await expectOne(page.getByRole('main'), amount);
  }
  const office = (await visitor(DESKTOP, { as: 'finance' })).page;
  await office.goto(`/admin/registration?id=${id}`);
  await expectOne(office.getByRole('region', { name: 'Detail Pendaftaran' }), amount);
});

test('when children are shown on the narrowest phone, then no word of a button is broken, and the rest is in a menu', async () => {
  const parent = await signUp(client);
  await registerChild(parent.call, LONG);
  await parent.call('POST', '/api/children', {
    full_name: 'Nadia',
    birth_city: 'Bogor',
    birth_date: '2020-03-14',
  });
  const { page } = await visitor(NARROW, { as: parent });
  await page.goto('/children');
  const way = page.getByRole('link', { name: 'Daftarkan: Nadia' });
  await way.waitFor();
  await eventually(() => page.getByRole('link', { name: /^Daftarkan: / }).count()).toBe(1);
  const broken = () =>
    page.getByRole('row').evaluateAll((rows) =>
      rows
        .flatMap((row) => [...row.querySelectorAll('a, button')])
        .filter((one) => one.getBoundingClientRect().height > 48 || one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent),
    );
  await eventually(broken).toEqual([]);
  await page.getByRole('button', { name: 'Tindakan lain: Nadia' }).click();
  await page.getByRole('menuitem', { name: 'Ubah', exact: true }).click();
  await page.getByRole('dialog', { name: 'Ubah data anak' }).waitFor();
});
