import type { Page } from 'playwright-core';
import { eventually } from '../eventually.ts';
import {
  confirmEnrollment,
  decideInvoicePayment,
  makeScheme,
  ownInvoices,
  payInvoice,
} from '../../kit/enrollments.ts';
import {
  acceptedFamily,
  announcePassed,
  observe,
  paidFamily,
  waitsForAnnouncement,
  jakartaDate,
} from '../../kit/families.ts';
import { logIn, newPerson, uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import * as family from '../family.ts';
import { choose, chooseRadio, pickFile, typeAll, typeInto } from '../keys.ts';
import * as portal from '../portal.ts';
import { DESKTOP } from '../visitor.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();
const people = () => ({ admin: staff('admin'), manager: staff('manager_pendidikan') });

const menu = (page: Page, name: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`, 'u') })
    .first();

/** Goes on to the form of the proof and picks a slip in its chooser. */
async function toProof(page: Page, hand: family.Hand, label: string): Promise<void> {
  await hand.press(portal.button(page, 'Sudah transfer, unggah bukti'));
  await page.waitForURL(/langkah=bukti/u);
  await pickFile(page, page.getByLabel(label, { exact: true }), family.slip());
}

test('when a parent has no mouse, then the way from the landing page to the receipt is gone by keys', async () => {
  const { page } = await visitor(DESKTOP);
  const hand = family.keyboard(page);
  const person = newPerson('Rahma Aulia');
  await page.goto('/');
  await portal.ready(page);
  await hand.press(page.getByRole('link', { name: 'Daftar akun baru' }).first());
  await portal.field(page, 'Nama lengkap').waitFor();
  await typeAll(page, page, {
    'Nama lengkap': person.name,
    'Nomor telepon (WhatsApp)': person.phone,
    Email: person.email,
    Password: person.password,
    'Konfirmasi password': person.password,
  });
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');

  await hand.press(page.getByRole('link', { name: 'Tambahkan data anak' }));
  await hand.press(portal.button(page, 'Tambah Anak').first());
  const dialog = page.getByRole('dialog');
  await typeAll(page, dialog, { 'Nama lengkap': 'Aisyah Putri', 'Tempat lahir': 'Bogor' });
  await family.tabTo(page, dialog.getByRole('spinbutton').first());
  await page.keyboard.type('14032020');
  await hand.press(dialog.getByRole('button', { name: 'Simpan', exact: true }));
  await portal.seeToast(page, 'Berhasil', 'Data anak berhasil ditambahkan');
  await dialog.waitFor({ state: 'detached' });

  await hand.press(menu(page, 'Pendaftaran'));
  await hand.press(portal.button(page, 'Daftarkan anak').first());
  await choose(page, portal.field(page, 'Jenjang'), 'SD');
  await choose(page, portal.field(page, 'Kelas'), '1');
  await hand.press(portal.button(page, 'Daftarkan'));
  await portal.seeToast(page, 'Berhasil', 'Pendaftaran berhasil dibuat');
  await dialog.waitFor({ state: 'detached' });

  await hand.press(menu(page, 'Dashboard'));
  await hand.press(page.getByRole('link', { name: 'Bayar sekarang' }));
  await toProof(page, hand, 'Unggah bukti transfer');
  await portal.see(page, 'Terunggah. Lengkapi isian di bawah, lalu kirim.');
  await typeAll(page, page, {
    'Nama pemilik rekening': person.name,
    'Nomor rekening pengirim': '1234567890',
    'Nama bank': 'Bank Contoh',
  });
  await hand.press(portal.button(page, 'Kirim bukti'));
  await portal.see(page, 'Bukti sudah kami terima');
  await hand.press(page.getByRole('link', { name: 'Selesai', exact: true }));

  const parent = await logIn(client, person.email, person.password);
  const [made] = await parent.call<{ id: string; child_id: string }[]>('GET', '/api/registrations');
  if (!made) throw new Error('no registration');
  const registered = { id: made.id, childId: made.child_id, child: 'Aisyah Putri', jenjang: 'SD' };
  await observe(registered, { finance: staff('finance'), staff: staff('admin') });
  await announcePassed(parent.call, registered, {
    staff: staff('admin'),
    manager: staff('manager_pendidikan'),
  });

  await page.goto('/dashboard');
  await page.waitForURL('**/hasil/*');
  await hand.press(page.getByRole('link', { name: 'Konfirmasi daftar ulang', exact: true }));
  await chooseRadio(page, page.getByRole('radio', { name: /^Lunas/u }));
  await hand.press(portal.button(page, 'Konfirmasi Daftar Ulang'));
  await portal.seeToast(page, 'Berhasil', 'Konfirmasi daftar ulang berhasil dikirim');
  const { id } = await parent.call('GET', `/api/enrollment-confirmations/registration/${made.id}`);
  await makeScheme(staff('finance'), registered, id, {
    payment_scheme: 'full',
    payment_deadline: jakartaDate(30),
  });

  await hand.press(menu(page, 'Tagihan'));
  await hand.press(page.getByRole('link', { name: /^Bayar.*: INV-/u }).first());
  await toProof(page, hand, 'Bukti pembayaran');
  await portal.seeToast(page, 'Berhasil', 'File berhasil diupload');
  await hand.press(portal.button(page, 'Kirim bukti'));
  await portal.see(page, 'Bukti sudah kami terima');
  const [invoice] = await ownInvoices(parent.call);
  if (!invoice) throw new Error('no invoice');
  await decideInvoicePayment(staff('finance'), invoice.id, { action: 'verify' });
  await hand.press(page.getByRole('link', { name: 'Selesai', exact: true }));
  await page.reload();
  const receipt = page.getByRole('link', { name: /^Kuitansi/u });
  const row = page.getByRole('link', { name: new RegExp(`: ${invoice.invoice_number}`, 'u') });
  await receipt.or(row).first().waitFor();
  if ((await receipt.count()) === 0) await hand.press(row.first());
  await receipt.first().waitFor();
  await eventually(() => receipt.first().getAttribute('href')).toMatch(/^\/api\//u);
  await Promise.all([page.waitForEvent('popup'), hand.press(receipt.first())]);
}, 300_000);

test('when finance has no mouse, then fees and payments of invoices are verified, one is taken back, one is rejected', async () => {
  const word = uniqueWord();
  const { parent, made } = await paidFamily(client, [`Hasan ${word}`, `Maryam ${word}`]);
  const accepted = await acceptedFamily(client, people(), `Zaki ${word}`);
  const confirmation = await confirmEnrollment(accepted.parent.call, accepted);
  await makeScheme(staff('finance'), accepted, confirmation);
  const [first, second] = await ownInvoices(accepted.parent.call);
  if (!first || !second) throw new Error('no invoices');
  for (const one of [first, second]) await payInvoice(accepted.parent.call, one.id, one.remaining);

  const { page } = await visitor(DESKTOP, { as: 'finance' });
  const hand = family.keyboard(page);
  /** Finds the records with the word and opens the first in the panel. */
  const open = async (region: string, count: number) => {
    await portal.settled(page);
    await page.keyboard.press('/');
    await page.keyboard.type(word);
    await page.getByText(new RegExp(`^${count} (?:pendaftaran|tagihan)$`, 'u')).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('j');
    return page.getByRole('region', { name: region });
  };
  const stands = async (panel: ReturnType<Page['getByRole']>, place: string) => {
    await panel.getByText(place, { exact: true }).waitFor();
    await panel.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
  };
  await page.goto('/dashboard');
  await hand.press(page.getByRole('link', { name: /^Pembayaran menunggu verifikasi/u }));
  await page.waitForURL('**/admin/registration?*');
  const fees = await open('Detail Pendaftaran', 2);
  await stands(fees, '1 / 2');
  await page.keyboard.press('v');
  await fees.getByRole('heading', { name: `Maryam ${word}` }).waitFor();
  await page.keyboard.press('z');
  await fees.getByRole('heading', { name: `Hasan ${word}` }).waitFor();
  for (const child of ['Hasan', 'Maryam']) {
    await fees.getByRole('heading', { name: `${child} ${word}` }).waitFor();
    await fees.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
    await page.keyboard.press('v');
  }
  await portal.see(page, 'Semua bukti di antrean ini sudah diperiksa.');

  await hand.press(menu(page, 'Dashboard'));
  await hand.press(page.getByRole('link', { name: /^Pembayaran tagihan diperiksa/u }));
  await page.waitForURL('**/admin/invoices?*');
  const invoices = await open('Tagihan dan pembayaran', 2);
  await stands(invoices, '1 / 2');
  await page.keyboard.press('v');
  await invoices.getByText(second.invoice_number).first().waitFor();
  await invoices.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
  await page.keyboard.press('1');
  await portal.see(page, 'Semua bukti di antrean ini sudah diperiksa.');
  // The last decisions leave with the page.
  await hand.press(menu(page, 'Dashboard'));
  await page.waitForURL('**/dashboard');
  await until('Both decisions about the invoices', async () => {
    const [verified, rejected] = await ownInvoices(accepted.parent.call);
    return verified?.status === 'verified' && rejected?.status === 'payment_rejected';
  });
  const seen = await parent.call<{ payment_status: string }[]>('GET', '/api/registrations');
  expect(seen.map((one) => one.payment_status)).toEqual(made.map(() => 'verified'));
}, 300_000);

test('when the head of the school has no mouse, then results are reviewed and published by keys', async () => {
  const word = uniqueWord();
  const { made } = await paidFamily(client, [`Salma ${word}`]);
  const [registered] = made;
  if (!registered) throw new Error('no registration');
  await observe(registered, { finance: staff('finance'), staff: staff('admin') });
  await waitsForAnnouncement(staff('admin'), registered);
  const title = `Hasil ${word}`;
  const { id } = await staff('staff_pendidikan')('POST', '/api/admin/announcements', {
    title,
    content: 'Terima kasih.',
    observation_period: 'November 2026',
    jenjang: 'SD',
    results: [
      { child_id: registered.childId, registration_id: registered.id, result: 'passed', checked: true },
    ],
  });
  await staff('staff_pendidikan')('PUT', `/api/admin/announcements/${id}/submit`);

  const { page } = await visitor(DESKTOP, { as: 'manager_pendidikan' });
  const hand = family.keyboard(page);
  const act = (action: string) => hand.press(page.getByRole('button', { name: `${action}: ${title}` }));
  await page.goto('/dashboard');
  await hand.press(menu(page, 'Pengumuman'));
  await typeInto(page, page.getByRole('searchbox'), title);
  await act('Tinjau');
  await chooseRadio(page, page.getByRole('radio', { name: /^Setujui/u }));
  await hand.press(portal.button(page, 'Simpan tinjauan'));
  await portal.seeToast(page, 'Announcement reviewed successfully');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await act('Terbitkan');
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }));
  await portal.seeToast(page, 'Announcement published successfully');
}, 240_000);
