import { moved, ownAccount, statement } from '../../kit/bank-statements.ts';
import { sendKeyed } from '../../kit/client.ts';
import { billedFamily, decideInvoicePayment, ownInvoices, payInvoice } from '../../kit/enrollments.ts';
import { jakartaDate } from '../../kit/families.ts';
import { until } from '../../kit/until.ts';
import * as portal from '../portal.ts';
import { DESKTOP, PHONE } from '../visitor.ts';
import { ownPortal, useDesk } from './own-portal.ts';

const own = ownPortal();
const { visitor } = own;
const REASON = 'Transfer ini untuk adiknya';

const desk = useDesk(own);

/** An accepted child with one invoice. */
async function billed(child: string, total = 10_000_000) {
  const made = await billedFamily(own.client, desk, child, {
    payment_scheme: 'full',
    base_education_fee: total,
    payment_deadline: jakartaDate(30),
  });
  const remaining = async () =>
    (await ownInvoices(made.parent.call)).find(({ id }) => id === made.invoice.id)?.remaining;
  return { ...made, remaining };
}

/** What a day's books say, by both days that reports add up. */
const sumsOf = (day: string) =>
  Promise.all(
    ['verified', 'paid'].map(async (by) => {
      const path = `/api/admin/reports/cash?from=${day}&to=${day}&by=${by}`;
      return (await desk.finance.call<{ total: { amount: number } }>('GET', path)).total.amount;
    }),
  );

test('when Rp 2 million of the bank were booked to the wrong sister, then the line is released and pays the right one, and yesterday’s books stay', async () => {
  const yesterday = jakartaDate(-1);
  const [older, younger] = [await billed('Aisyah Putri'), await billed('Zahra Putri')];
  const { number: account } = await ownAccount(desk.finance.call);
  const { page } = await visitor(DESKTOP, { as: desk.finance });
  await page.goto(`/admin/bank?from=${yesterday}&to=${yesterday}`);
  await page
    .locator('input[type=file]')
    .setInputFiles(statement(account, [moved(yesterday, 2_000_000, 'BI-FAST CR AHMAD FAUZI')]));
  await portal.see(page, /1 baris baru, 0 sudah dikenal/u);
  const linesNow = () =>
    desk.finance.call<{ id: string; status: string }[]>(
      'GET',
      `/api/admin/bank-lines?from=${yesterday}&to=${yesterday}`,
    );
  const [line] = await linesNow();
  if (!line) throw new Error('no line');
  const bookTo = (invoice: { readonly id: string }) =>
    sendKeyed(own.client, desk.finance, `/api/admin/bank-lines/${line.id}/match`, {
      targets: [{ kind: 'invoice', id: invoice.id, amount: 2_000_000 }],
      reason: 'Nama pengirim cocok',
    });
  await bookTo(older.invoice);
  expect(await older.remaining()).toBe(8_000_000);
  const before = await sumsOf(yesterday);

  await page.goto(`/admin/bank?from=${yesterday}&to=${yesterday}`);
  await page.getByRole('row', { name: /Rp\s2\.000\.000/u }).click();
  const panel = page.getByRole('region', { name: /^Baris mutasi Rp\s2\.000\.000/u });
  await panel.getByRole('button', { name: 'Tindakan lain untuk mutasi ini' }).click();
  await page.getByRole('menuitem', { name: 'Lepaskan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lepaskan mutasi ini' });
  await dialog.getByText(`${older.invoice.invoice_number} terutang lagi`).waitFor();
  await dialog.getByLabel('Alasan').fill(REASON);
  await dialog.getByRole('button', { name: 'Lepaskan' }).click();
  await portal.seeToast(page, 'Berhasil', 'Mutasi terbuka lagi');
  expect(await older.remaining()).toBe(10_000_000);

  await bookTo(younger.invoice);
  expect([await older.remaining(), await younger.remaining()]).toEqual([10_000_000, 8_000_000]);
  expect(await linesNow()).toMatchObject([{ id: line.id, status: 'booked' }]);
  expect(await sumsOf(yesterday)).toEqual(before);

  // The family of the older one reads why.
  const family = await visitor(PHONE, { as: older.parent });
  await family.page.goto(`/tagihan/${older.invoice.id}/bayar`);
  await portal.see(family.page, 'Dibatalkan');
  await portal.see(family.page, REASON);
});

test('when a payment of much money is reversed, then the head agrees at "Persetujuan", and the family owes it again', async () => {
  const { invoice, parent, remaining } = await billed('Naila Putri', 12_000_000);
  await payInvoice(parent.call, invoice.id, 12_000_000);
  await decideInvoicePayment(desk.finance.call, invoice.id, { action: 'verify' });
  const { page } = await visitor(DESKTOP, { as: desk.finance });
  await page.goto(`/admin/invoices?id=${invoice.id}`);
  await page.getByRole('button', { name: 'Tindakan lain untuk pembayaran ini' }).click();
  await page.getByRole('menuitem', { name: 'Batalkan pembayaran' }).click();
  const dialog = page.getByRole('dialog', { name: 'Batalkan pembayaran' });
  await dialog.getByLabel('Sebab').selectOption('bounced');
  await dialog.getByLabel('Alasan').fill('Uangnya ditarik kembali');
  await dialog.getByRole('button', { name: 'Batalkan pembayaran' }).click();
  await portal.seeToast(page, 'Menunggu persetujuan');

  const head = await visitor(DESKTOP, { as: desk.manager });
  await head.page.goto('/dashboard');
  await portal.see(head.page, '1 menunggu di Persetujuan');
  await head.page.getByRole('link', { name: 'Persetujuan', exact: true }).click();
  await head.page.getByRole('button', { name: /^Lihat Batalkan pembayaran/u }).click();
  const request = head.page.getByRole('dialog', { name: 'Batalkan pembayaran' });
  await request.getByRole('row', { name: new RegExp(invoice.invoice_number, 'u') }).waitFor();
  await request.getByRole('button', { name: 'Setujui' }).click();
  await head.page.getByRole('alertdialog').getByRole('button', { name: 'Setujui' }).click();
  await portal.seeToast(head.page, 'Berhasil', 'Perubahan dijalankan');
  await until('The invoice that is owed again', async () => (await remaining()) === 12_000_000);
});
