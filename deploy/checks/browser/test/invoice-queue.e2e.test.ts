import { confirmEnrollment, makeScheme, ownInvoices, payInvoice } from '../../kit/enrollments.ts';
import { announcePassed, observe, paidFamily } from '../../kit/families.ts';
import { uniqueWord } from '../../kit/people.ts';
import * as portal from '../portal.ts';
import { DESKTOP } from '../visitor.ts';
import { checkAll } from './checks.ts';
import { client, staff, useBrowser } from './world.ts';

const { visitor } = useBrowser();

/** A family with four instalments for each child, each with a payment that waits for finance; in the order sent. */
async function waitingPayments(children: readonly string[]) {
  const people = { finance: staff('finance'), staff: staff('admin'), manager: staff('manager_pendidikan') };
  const { parent, made } = await paidFamily(client, children);
  for (const registered of made) {
    await observe(registered, people);
    await announcePassed(parent.call, registered, people);
    await makeScheme(people.finance, registered, await confirmEnrollment(parent.call, registered));
  }
  const invoices = await ownInvoices(parent.call);
  for (const { id, total_amount } of invoices) await payInvoice(parent.call, id, total_amount);
  return { parent, invoices };
}

test('when finance verifies twenty payments of invoices, then it takes at most 25 keys, and every invoice is paid', async () => {
  const word = uniqueWord();
  const names = (letters: string) => [...letters].map((letter) => `Anak ${letter} ${word}`);
  // A family may upload only so many files an hour.
  const families = [await waitingPayments(names('ABC')), await waitingPayments(names('DE'))];
  const invoices = families.flatMap((one) => one.invoices);
  expect(invoices).toHaveLength(20);
  const { page } = await visitor(DESKTOP, { as: 'finance' });
  let pressed = 0;
  const press = async (key: string) => {
    pressed += 1;
    await page.keyboard.press(key);
  };
  await page.goto('/admin/invoices?status=awaiting_verification');
  await page.getByRole('searchbox').fill(word);
  await portal.see(page, '20 tagihan');
  const panel = page.getByRole('region', { name: 'Tagihan dan pembayaran' });
  await page.getByRole('searchbox').focus();
  await press('Enter');
  await press('j');
  const wrong = await checkAll(page, 'proof of an invoice');
  for (const { invoice_number: number } of invoices) {
    await panel.getByText(number).first().waitFor();
    await panel.getByRole('button', { name: /^Verifikasi & lanjut/u }).waitFor();
    await press('v');
  }
  await portal.see(page, 'Semua bukti di antrean ini sudah diperiksa.');
  await portal.see(page, 'Tidak ada hasil yang sesuai dengan pencarian.');
  expect(pressed).toBeLessThanOrEqual(25);
  for (const { parent } of families) {
    const after = await ownInvoices(parent.call);
    expect(after.map(({ status }) => status)).toEqual(after.map(() => 'verified'));
  }
  expect(wrong).toEqual({});
}, 240_000);
