import { longTest } from '@gerbang/domain/testing/runs';
import { pdfText } from '@gerbang/billing-service/test/pdf-text';
import { codesOf, lastBankRequest, payAtBank, settleAtBank } from '../../kit/bank.ts';
import { moved, ownAccount, statement } from '../../kit/bank-statements.ts';
import { billedFamily } from '../../kit/enrollments.ts';
import { jakartaDate, registerChild } from '../../kit/families.ts';
import { readMessage } from '../../kit/inbox.ts';
import { newPerson, signUp, uniqueWord } from '../../kit/people.ts';
import { until } from '../../kit/until.ts';
import { eventually } from './eventually.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { lookInBothThemes, violations } from './checks.ts';
import { ownPortal, useDesk } from './own-portal.ts';

const own = ownPortal({ pay: true });
const { visitor } = own;
const desk = useDesk(own);

/** An accepted child with one invoice, and its family on a phone at the page where it is paid. */
async function atPayment(child: string, total: number) {
  const made = await billedFamily(own.client, desk, child, {
    payment_scheme: 'full',
    base_education_fee: total,
    payment_deadline: jakartaDate(30),
  });
  const { page, context } = await visitor(PHONE, { as: made.parent });
  await page.goto(`/tagihan/${made.invoice.id}/bayar`);
  await portal.button(page, 'Bayar dengan Virtual Account atau QRIS').tap();
  const dialog = page.getByRole('dialog', { name: /^Bayar / });
  await dialog.waitFor();
  return { ...made, page, context, dialog };
}

test('when a family pays by virtual account, then it reads that the money came, takes the receipt and is told, and finance sees the way', async () => {
  const { page, context, dialog, parent, invoice } = await atPayment('Aisyah Putri', 12_250_000);
  await dialog.getByRole('tab', { name: 'QRIS' }).tap();
  await dialog.getByText(/^QRIS paling banyak Rp\s10\.000\.000 per pembayaran\./u).waitFor();
  await dialog.getByRole('button', { name: 'Pilih Virtual Account' }).tap();
  await dialog.getByRole('button', { name: 'Tampilkan nomor' }).tap();
  await dialog.getByText(/^Nominal Rp\s12\.250\.000 terkunci, tidak perlu diubah$/u).waitFor();
  await dialog.getByText('Menunggu pembayaran… halaman ini berubah sendiri').waitFor();
  expect(await lookInBothThemes(page, 'va')).toEqual({});

  const request = await lastBankRequest(own.stack.simulatorUrl);
  const number = (request.va_number ?? '').trim();
  await eventually(async () => (await dialog.innerText()).replace(/\s/gu, '')).toContain(number);
  expect(codesOf(await payAtBank(own.stack.simulatorUrl, request))).toEqual(['2002500']);
  await dialog.getByText(/^Pembayaran diterima \d\d\.\d\d\.$/u).waitFor();
  const href = await dialog.getByRole('link', { name: 'Unduh kuitansi' }).getAttribute('href');
  // A portal that is busy asks for a little patience.
  const receipt = await until('The receipt', async () => {
    const given = await context.request.get(`${own.stack.url}${href}`);
    return given.status() === 503 ? null : given;
  });
  expect(receipt.status()).toBe(200);
  expect(pdfText(await receipt.body()).replace(/\s+/gu, ' ')).toMatch(/12\.250\.000/u);
  await dialog.getByRole('button', { name: 'Tutup' }).tap();
  await portal.see(page, /lunas/iu);
  await page.goto('/tagihan');
  await portal.see(page, 'Lunas');
  await readMessage(own.stack.simulatorUrl, parent.whatsapp, /12\.250\.000/u);

  const finance = await visitor(DESKTOP, { as: desk.finance });
  await finance.page.goto('/admin/payments-online');
  const row = finance.page.getByRole('row', { name: new RegExp(invoice.invoice_number, 'u') });
  await row
    .getByText(/^Dibukukan /u)
    .filter({ visible: true })
    .waitFor();
  await finance.page.getByRole('link', { name: 'Pembayaran Otomatis' }).waitFor();
  await eventually(() => violations(finance.page)).toEqual([]);
});

test('when a family pays by QRIS, then the code is large enough, and the page changes by itself', async () => {
  const { page, dialog } = await atPayment('Zahra Putri', 8_000_000);
  await dialog.getByRole('tab', { name: 'QRIS' }).tap();
  await dialog.getByRole('button', { name: 'Tampilkan kode QR' }).tap();
  const picture = dialog.getByRole('img', { name: 'Kode QRIS' });
  await picture.waitFor();
  await eventually(async () => (await picture.boundingBox())?.width ?? 0).toBeAtLeast(240);
  expect(await lookInBothThemes(page, 'qris')).toEqual({});
  expect(
    codesOf(await payAtBank(own.stack.simulatorUrl, await lastBankRequest(own.stack.simulatorUrl))),
  ).toEqual(['2005200']);
  await dialog.getByText(/^Pembayaran diterima \d\d\.\d\d\.$/u).waitFor();
  await dialog.getByRole('button', { name: 'Tutup' }).tap();
  await portal.see(page, /lunas/iu);
});

longTest(
  'when the provider hands the day over, then finance notes it and matches it to the statement’s line, to the rupiah',
  async () => {
    const { page: phone, dialog, invoice } = await atPayment('Hafiz Putra', 3_000_000);
    await dialog.getByRole('button', { name: 'Tampilkan nomor' }).tap();
    await dialog.getByText('Menunggu pembayaran… halaman ini berubah sendiri').waitFor();
    await payAtBank(own.stack.simulatorUrl, await lastBankRequest(own.stack.simulatorUrl));
    await dialog.getByText(/^Pembayaran diterima /u).waitFor();
    await phone.close();
    const today = jakartaDate(0);
    const { net, text } = await settleAtBank(own.stack.simulatorUrl, {
      day: today,
      channel: 'va',
      fee: 8800,
    });

    const { page } = await visitor(DESKTOP, { as: desk.finance });
    const { number: account } = await ownAccount(desk.finance.call);
    await page.goto('/admin/bank');
    await page.locator('input[type=file]').setInputFiles(statement(account, [moved(today, net, text)]));
    await portal.see(page, /1 baris baru, 0 sudah dikenal/u);

    await page.goto('/admin/payments-online');
    await page.getByRole('tab', { name: 'Pencairan' }).click();
    await page.getByRole('button', { name: 'Catat pencairan', exact: true }).click();
    const note = page.getByRole('dialog');
    const [year = '', month = '', day = ''] = today.split('-');
    await note.getByRole('spinbutton').first().focus();
    await page.keyboard.type(`${day}${month}${year}`);
    await note.getByLabel('Biaya penyedia').fill('8800');
    await note.getByLabel(/^Jumlah bersih/u).fill(String(net));
    expect(await lookInBothThemes(page, 'note a settlement')).toEqual({});
    await note.getByRole('button', { name: 'Catat pencairan' }).click();
    await note.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: /^Cocokkan pencairan Virtual Account/u }).click();
    const match = page.getByRole('dialog');
    await match.getByRole('radio', { checked: true }).waitFor();
    await match.getByRole('button', { name: 'Cocokkan' }).click();
    await page.getByText(/^Selisih Rp\s0$/u).waitFor();
    await page.reload();
    await page.getByText(/^Selisih Rp\s0$/u).waitFor();
    expect(await lookInBothThemes(page, 'settlements')).toEqual({});
    await page.getByRole('tab', { name: 'Permintaan' }).click();
    await page
      .getByRole('row', { name: new RegExp(invoice.invoice_number, 'u') })
      .getByText(/^Cair /u)
      .filter({ visible: true })
      .waitFor();
  },
);

longTest.each([
  ['Virtual Account', 'Tampilkan nomor', '2002500'],
  ['QRIS', 'Tampilkan kode QR', '2005200'],
])(
  'when a family pays the registration fee by %s, then it reads that it is paid, takes the receipt and is told, and finance sees how',
  async (tab, make, code) => {
    const parent = await signUp(own.client, newPerson('Rahma Aulia'));
    const { id, child } = await registerChild(parent.call, `Hasan ${uniqueWord()}`);
    const { page, context } = await visitor(PHONE, { as: parent });
    await page.goto(`/registrations/${id}/bayar`);
    await portal.button(page, 'Bayar dengan Virtual Account atau QRIS').tap();
    const dialog = page.getByRole('dialog', { name: /^Bayar / });
    await dialog.getByRole('tab', { name: tab }).tap();
    await dialog.getByRole('button', { name: make }).tap();
    await dialog.getByText('Menunggu pembayaran… halaman ini berubah sendiri').waitFor();
    expect(await lookInBothThemes(page, `fee-${code}`)).toEqual({});
    const { simulatorUrl, url } = own.stack;
    expect(codesOf(await payAtBank(simulatorUrl, await lastBankRequest(simulatorUrl)))).toEqual([code]);
    await dialog.getByText(/^Pembayaran diterima \d\d\.\d\d\.$/u).waitFor();
    const href = await dialog.getByRole('link', { name: 'Unduh kuitansi' }).getAttribute('href');
    // Admission verifies the fee a moment later.
    const receipt = await until('The receipt', async () => {
      const given = await context.request.get(`${url}${href}`);
      return given.status() === 200 ? given : null;
    });
    expect(pdfText(await receipt.body()).replace(/\s+/gu, ' ')).toContain(child);
    await dialog.getByRole('button', { name: 'Tutup' }).tap();
    await portal.see(page, 'Lunas');
    await portal.see(page, new RegExp(`^Dibayar dengan ${tab} · `, 'u'));
    await readMessage(simulatorUrl, parent.whatsapp, /sudah kami verifikasi/u);

    const finance = await visitor(DESKTOP, { as: desk.finance });
    await finance.page.goto(`/admin/registration?id=${id}`);
    await portal.see(finance.page, `Dibayar dengan ${tab}`);
  },
);
