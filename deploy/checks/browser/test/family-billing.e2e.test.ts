import { longTest } from '@gerbang/domain/testing/runs';
import { pdfText } from '@gerbang/billing-service/test/pdf-text';
import type { BrowserContext, Page } from 'playwright-core';
import { confirmEnrollment, decideInvoicePayment, makeScheme, ownInvoices } from '../../kit/enrollments.ts';
import { acceptedFamily, jakartaDate, newPicture, registerChild } from '../../kit/families.ts';
import { readLink, readMessage } from '../../kit/inbox.ts';
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import { eventually } from './eventually.ts';
import * as family from '../family.ts';
import { holdDecisions } from './held-decisions.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { bottomOf } from './room.ts';
import { client, simulatorUrl, staff, url, useBrowser } from './world.ts';

const { visitor } = useBrowser();

/** Opens a document and returns its words. */
async function paper(context: BrowserContext, href: string | null): Promise<string> {
  // A portal that is busy asks for a little patience.
  const response = await until('The document', async () => {
    const given = await context.request.get(`${url}${href}`);
    return given.status() === 503 ? null : given;
  });
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toBe('application/pdf');
  return pdfText(await response.body()).replace(/\s+/gu, ' ');
}

/** The five counters as they stand on /tagihan. */
async function counters(page: Page): Promise<string[]> {
  const values = page.getByLabel('Ringkasan tagihan').locator('dd');
  await values.first().waitFor();
  const texts = await values.allInnerTexts();
  return texts.map((text) => text.replaceAll('\u00A0', ' '));
}

const rupiah = (amount: number) => `Rp ${amount.toLocaleString('id-ID')}`;

const accept = (child?: string) =>
  acceptedFamily(client, { admin: staff('admin'), manager: staff('manager_pendidikan') }, child);

test('when a family on a phone confirms, pays in full and is verified, then the way goes from "Konfirmasi Daftar Ulang" to "Selesai"', async () => {
  const accepted = await accept();
  const { parent, child, id } = accepted;
  const finance = staff('finance');
  const { page, context } = await visitor(PHONE, { as: parent });

  await portal.openDashboard(page);
  await page.getByRole('link', { name: `Konfirmasi daftar ulang ${child}` }).waitFor();
  await page.goto('/enrollment');
  await portal.see(page, 'Belum Konfirmasi');
  await page.getByRole('link', { name: `Konfirmasi Daftar Ulang: ${child}` }).tap();
  await page.waitForURL(`**/enrollment-confirmation/${id}`);
  await portal.see(page, 'Diterima - SD 1');
  await page.getByRole('radio', { name: /^Lunas sekaligus — Rp\s24\.000\.000/u }).waitFor();
  await page.getByText('Lihat tabel biaya semua jenjang').tap();
  await page.getByRole('table', { name: 'Potongan biaya 2025/2026' }).waitFor();
  await page.getByText('Periksa data anak dan pendaftaran').tap();
  await portal.button(page, 'Ubah data pendaftaran').tap();
  await portal.field(page, 'Ukuran seragam (opsional)').selectOption('L');
  await portal.button(page, 'Simpan').tap();
  await portal.seeToast(page, 'Berhasil', 'Data pendaftaran berhasil diperbarui');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await portal.button(page, 'Ubah data anak').tap();
  await portal.field(page, 'Nama panggilan (opsional)').fill('Icha');
  await portal.button(page, 'Simpan').tap();
  await portal.seeToast(page, 'Berhasil', 'Data anak berhasil diperbarui');
  await portal.see(page, 'Icha');
  await page.getByRole('radio', { name: /^Lunas/u }).check();
  await portal.field(page, 'Jumlah sumbangan (opsional)').fill('1000000');
  await eventually(() => portal.field(page, 'Jumlah sumbangan (opsional)').inputValue()).toBe('Rp 1.000.000');
  await page.getByRole('button', { name: 'Konfirmasi Daftar Ulang · lunas sekaligus' }).tap();
  await portal.seeToast(page, 'Berhasil', 'Konfirmasi daftar ulang berhasil dikirim');
  await page.waitForURL('**/registrations');
  await page.goto(`/enrollment-confirmation/${id}`);
  await portal.see(page, 'Sudah Dikonfirmasi');
  await portal.see(page, 'Menunggu Review');

  const { id: confirmation } = await parent.call('GET', `/api/enrollment-confirmations/registration/${id}`);
  await makeScheme(finance, accepted, confirmation, {
    payment_scheme: 'full',
    base_education_fee: 15_000_000,
    cash_contribution: 1_000_000,
    full_payment_discount: 1_000_000,
    payment_deadline: jakartaDate(10),
  });
  await page.goto('/dashboard');
  await portal.see(page, 'Pembayaran berikutnya');
  await portal.see(page, /^Rp\s15\.000\.000$/u);
  await page.goto('/enrollment');
  await portal.see(page, 'Invoice Tersedia');
  await page.getByRole('link', { name: `Lihat Detail: ${child}` }).tap();
  await page.waitForURL(`**/enrollment-confirmation-detail/${confirmation}`);
  await portal.see(page, /^− Rp\s1\.000\.000$/u);
  await page.getByRole('table', { name: 'Tagihan daftar ulang' }).waitFor();
  await page.getByRole('link', { name: 'Ke halaman Tagihan' }).tap();
  await page.waitForURL('**/tagihan');
  const [invoice] = await ownInvoices(parent.call);
  if (!invoice) throw new Error('no invoice');
  await portal.see(page, 'Lunas sekaligus');
  await eventually(() => counters(page)).toEqual(['1', '1', '0', '0', 'Rp 15.000.000']);
  const everything = page.getByRole('link', { name: /^Unduh semua tagihan/u });
  const all = await paper(context, await everything.getAttribute('href'));
  expect(all).toContain(invoice.invoice_number);
  await page.getByRole('link', { name: `Bayar: ${invoice.invoice_number}` }).tap();
  await portal.see(page, 'Lima belas juta rupiah');
  await portal.see(page, '700 9322 722');
  // One task on the phone: no places that lead elsewhere, the calendar below the button.
  await eventually(() => page.locator('[data-bottom-bar]').count()).toBe(0);
  const next = portal.button(page, 'Sudah transfer, unggah bukti');
  const later = portal.button(page, 'Bayar nanti · simpan ke kalender');
  await eventually(async () => ((await later.boundingBox())?.y ?? 0) - (await bottomOf(next))).toBeAtLeast(0);
  await family.toProof(page);
  await portal.button(page, 'Kirim bukti').tap();
  await portal.seeToast(
    page,
    'Bukti pembayaran diperlukan',
    'Silakan upload bukti pembayaran terlebih dahulu.',
  );
  await page.goto('/tagihan');
  await family.payInvoice(page, invoice.invoice_number);
  await portal.see(page, 'Menunggu Verifikasi');
  await eventually(() => counters(page)).toEqual(['1', '0', '1', '0', 'Rp 0']);

  const payment = await decideInvoicePayment(finance, invoice.id, { action: 'verify' });
  await page.reload();
  await portal.see(page, 'Alhamdulillah, lunas.');
  await page.getByRole('link', { name: `Lunas sekaligus: ${invoice.invoice_number}` }).tap();
  const receipt = page.getByRole('link', { name: `Kuitansi ${payment.receipt_number} (PDF) (tab baru)` });
  await receipt.waitFor();
  const words = await paper(context, await receipt.getAttribute('href'));
  expect(words).toContain(payment.receipt_number);
  expect(words).toMatch(/15\.000\.000/u);
  const bill = page.getByRole('link', {
    name: `Unduh tagihan (PDF): ${invoice.invoice_number} (tab baru)`,
  });
  const billWords = await paper(context, await bill.getAttribute('href'));
  expect(billWords).toContain(invoice.invoice_number);
  expect(billWords).toContain(child);
  await page.getByRole('link', { name: 'Selesai', exact: true }).tap();
  await eventually(() => counters(page)).toEqual(['1', '0', '0', '1', 'Rp 0']);
  await page.goto('/enrollment');
  await portal.see(page, 'Selesai');
  await portal.see(page, 'Lunas');
  await readMessage(simulatorUrl, parent.whatsapp, /daftar ulang .*selesai/isu);
});

longTest(
  'when a family pays in installments and a proof is rejected, then it reads why, corrects it, and the counters equal the sums',
  async () => {
    const accepted = await accept(`Muhammad Zaidan Al-Fatih Kusumawardhana Prawirohardjo ${uniqueWord()}`);
    const { parent, child, id } = accepted;
    const finance = staff('finance');
    const { page } = await visitor(DESKTOP, { as: parent });
    const confirmation = await confirmEnrollment(parent.call, accepted);
    await makeScheme(finance, accepted, confirmation, {
      base_education_fee: 10_000_001,
      first_installment_date: jakartaDate(3),
    });
    const invoices = () => ownInvoices(parent.call);
    const made = await invoices();
    const first = made.find((one) => one.total_amount === 5_000_001);
    if (!first) throw new Error('no first installment');

    /** The counters equal the sums of the API's invoices. */
    const compare = async () => {
      const all = await invoices();
      const payable = all.filter((one) => one.payable);
      await page.goto('/tagihan');
      await page.getByLabel('Ringkasan tagihan').waitFor();
      await eventually(() => counters(page)).toEqual([
        String(all.length),
        String(payable.length),
        String(all.filter((one) => one.status === 'awaiting_verification').length),
        String(all.filter((one) => one.status === 'verified').length),
        rupiah(payable.reduce((sum, one) => sum + one.remaining, 0)),
      ]);
    };

    expect(made.reduce((sum, one) => sum + one.total_amount, 0)).toBe(10_000_001);
    await compare();
    await portal.see(page, '3 hari lagi');
    await family.payInvoice(page, first.invoice_number, '2000000');
    await portal.see(page, 'Menunggu Verifikasi');
    await compare();
    await decideInvoicePayment(finance, first.id, {
      action: 'reject',
      rejection_reason: 'Foto bukti tidak terbaca',
    });
    await compare();
    await portal.see(page, 'Pembayaran Ditolak');
    await portal.see(page, 'Foto bukti tidak terbaca');
    // On a phone, what is not to be done now takes no more than two lines.
    await page.setViewportSize(PHONE);
    const rows = page.getByRole('listitem').filter({ hasText: 'Bayar lebih awal' });
    await eventually(() => rows.count()).toBe(3);
    const tallest = () =>
      rows.evaluateAll((all) => Math.max(...all.map((row) => row.getBoundingClientRect().height)));
    await eventually(tallest).toBeAtMost(64);
    await page.setViewportSize(DESKTOP);
    const link = await readLink(simulatorUrl, parent.whatsapp, /belum dapat kami terima/u);
    expect(link).toBe(`${url}/tagihan?bayar=${first.id}`);
    await family.payInvoice(page, first.invoice_number, '2000000');
    await decideInvoicePayment(finance, first.id, { action: 'verify' });
    await compare();
    await portal.see(page, 'Dibayar Sebagian');
    expect((await invoices()).find((one) => one.id === first.id)?.remaining).toBe(3_000_001);

    const desk = await visitor(DESKTOP, { as: 'finance' });
    await desk.page.goto(`/admin/enrollment/${confirmation}/details`);
    await portal.see(desk.page, child);
    await desk.page.getByRole('table', { name: 'Tagihan daftar ulang' }).waitFor();
    // Disabled, and still says why.
    await portal.button(desk.page, 'Buat Invoice').click({ force: true });
    await portal.seeToast(desk.page, 'Buat Invoice', 'Fitur pembuatan tagihan manual akan segera hadir.');
    await page.goto(`/enrollment-confirmation-detail/${id}`);
    await portal.see(page, 'Konfirmasi Tidak Ditemukan');
  },
);

longTest(
  'when a family on a phone pays for two of three children with one slip, then finance sees both with their sum and decides each',
  async () => {
    const word = uniqueWord();
    const parent = await signUp(client, newPerson('Rina Wati'));
    const names = ['Hasan', 'Maryam', 'Zaki'].map((name) => `${name} ${word}`) as [string, string, string];
    for (const name of names) await registerChild(parent.call, name);

    const { page } = await visitor(PHONE, { as: parent });
    await page.goto('/registrations');
    await page.getByRole('link', { name: 'Bayar sekaligus' }).tap();
    const last = page.getByRole('checkbox', { name: names[2] });
    await family.tabTo(page, last);
    await page.keyboard.press('Space');
    await portal.see(page, /^Jumlah 2 biaya: Rp\s[\d.]+$/u);
    const sum = (await page.getByText(/^Jumlah 2 biaya/u).innerText()).split(': ')[1] as string;
    await family.keyboard(page).press(portal.button(page, 'Lanjut ke transfer'));
    await portal.button(page, 'Salin jumlah transfer').waitFor();
    await page.getByRole('button', { name: /^Sudah transfer/u }).tap();
    await page.waitForURL(/langkah=bukti/u);
    await family.pickProof(page, newPicture(), 'bukti-transfer.png');
    await portal.fill(page, {
      'Nama pemilik rekening': 'Rina Wati',
      'Nomor rekening pengirim': '1234567890',
      'Nama bank': 'Bank Contoh',
    });
    await portal.button(page, 'Kirim bukti').tap();
    await portal.seeToast(page, 'Berhasil', 'Bukti untuk 2 biaya pendaftaran sudah terkirim');
    await portal.see(page, 'Bukti sudah kami terima');

    const bench = (await visitor(DESKTOP, { as: 'finance' })).page;
    const leave = await holdDecisions(bench);
    await bench.goto('/admin/registration?payment_status=paid');
    await bench.getByRole('button', { name: /^Antrean saya/u, pressed: true }).waitFor();
    await bench.keyboard.press('/');
    await bench.keyboard.type(word);
    await portal.see(bench, '2 pendaftaran');
    await bench.keyboard.press('Enter');
    const panel = bench.getByRole('region', { name: 'Detail Pendaftaran' });
    const slip = panel.getByRole('region', { name: 'Satu bukti untuk 2 biaya pendaftaran' });
    await slip.waitFor();
    const rows = await slip.getByRole('listitem').allInnerTexts();
    expect(
      rows.map((row) => names.findIndex((name) => row.includes(name))).toSorted((a, b) => a - b),
    ).toEqual([0, 1]);
    await eventually(async () => (await slip.innerText()).replaceAll(/\s/gu, ' ')).toContain(
      sum.replaceAll(/\s/gu, ' '),
    );
    const current = slip.locator('li[aria-current]');
    const [one, two] = (await current.innerText()).includes(names[0]) ? [0, 1] : [1, 0];
    for (const at of [one, two]) {
      await current.filter({ hasText: names[at] }).waitFor();
      await panel.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
      await bench.keyboard.press('v');
      await bench.getByText(`${names[at]} terverifikasi`).waitFor();
    }
    await leave();
    await until('both fees are verified, the third is open', async () => {
      const rows = await parent.call<{ payment_status: string }[]>('GET', '/api/registrations');
      const states = rows.map(({ payment_status }) => payment_status).toSorted();
      return states.join() === 'pending,verified,verified';
    });
  },
);
