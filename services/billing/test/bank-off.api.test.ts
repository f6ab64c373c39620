import { listInvoicePayments } from '@gerbang/contracts/invoice-payments';
import { listOwnInvoices, listStaffInvoices } from '@gerbang/contracts/invoices';
import { book, matchedInvoice } from './bank-bookings.ts';
import { upload } from './bank-uploads.ts';
import { type World, usePayments } from './invoice-payments.ts';
import { check, invoiceOf, sent } from './payment-calls.ts';
import { setSchool } from './payment-expectations.ts';

// biome-ignore format: as the release before statements answers
const PAYMENT = [
  'id', 'version', 'enrollment_invoice_id', 'amount_paid', 'payment_date', 'payment_method', 'bank_info', 'auto_verify',
  'payment_evidence_url', 'payment_evidence_filename', 'verification_status', 'rejection_reason', 'verified_by_user',
  'verified_at', 'rejected_by_user', 'rejected_at', 'receipt_number', 'previous_proofs', 'created_by', 'created_at',
  'updated_at',
];
// biome-ignore format: as the release before statements answers
const INVOICE = [
  'id', 'version', 'enrollment_payment_scheme_id', 'enrollment_confirmation_id', 'registration_id', 'invoice_number',
  'installment_stage', 'installment_name', 'total_amount', 'due_date', 'amount_paid', 'status', 'payable',
  'overdue', 'remaining', 'rejection_reason', 'child_name', 'grade_level', 'kelas', 'created_at', 'waiting_amount', 'receipts',
];

/** An answer or event without what differs each time: ids, moments, numbers of documents and phones. */
const plain = (text: string) =>
  text
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'MOMENT')
    .replace(/\b(?:INV|KW|PSB)-\d{4}-(?:SD-)?\d+/gu, 'NUMBER')
    .replace(/\+62\d+/gu, 'PHONE');

describe('a family that pays with slips, at a school without statements', () => {
  let world: World;
  usePayments((opened) => void (world = opened));

  /** What a slip that is rejected, sent again and verified leaves in every answer and event. */
  async function course(): Promise<string[]> {
    const { door } = world;
    const from = door.published.length;
    const { family, staff, invoice } = await invoiceOf(world);
    const answers: string[] = [];
    const read = async () => {
      const of = { params: { invoiceId: invoice.id } };
      answers.push((await door.call(listOwnInvoices, family)).body);
      for (const caller of [family, staff])
        answers.push((await door.call(listInvoicePayments, caller, of)).body);
      const query = `search=${invoice.invoice_number}`;
      answers.push((await door.call(listStaffInvoices, staff, { query })).body);
    };
    await read();
    const first = await sent(world, family, invoice);
    answers.push(JSON.stringify(first));
    await read();
    const rejecting = { action: 'reject', rejection_reason: 'Buram' };
    answers.push((await check(world, staff, first.id, rejecting)).body);
    await read();
    answers.push((await check(world, staff, (await sent(world, family, invoice)).id)).body);
    await read();
    const events = door.published.slice(from).map(({ type, payload }) => JSON.stringify([type, payload]));
    return [...answers, ...events].map(plain);
  }

  test('when a payment was never compared with a statement, then answers have the fields of before, in their order', async () => {
    const { door } = world;
    const { family, staff, invoice } = await invoiceOf(world);
    const payment = await sent(world, family, invoice);
    expect(Object.keys(payment)).toEqual(PAYMENT);
    const verified = (await check(world, staff, payment.id)).json();
    // Staff see two fields more.
    expect(Object.keys(verified).filter((field) => !['admin_notes', 'proof_alert'].includes(field))).toEqual(
      PAYMENT,
    );
    const [own] = (await door.call(listOwnInvoices, family)).json();
    expect(Object.keys(own)).toEqual(INVOICE);
  });

  test('when other families pay exact amounts that a statement books, then nothing of its answers and events differs', async () => {
    const { door } = world;
    await setSchool(door, { unique_code: { on: true, max: 999 } });
    // The words of a new invoice are the school's choice, whoever pays and however.
    const before = await course();
    const { id } = await matchedInvoice(world, 12_250_000, 58);
    const staff = await door.caller('finance');
    expect((await book(door, staff, [id])).json().booked).toHaveLength(1);
    const day = '2026-11-20';
    const imported = await upload(door, staff, [{ day, amount: 350_000, text: 'SETORAN TUNAI' }]);
    expect(imported.statusCode).toBe(201);
    expect(await course()).toEqual(before);
  });
});
