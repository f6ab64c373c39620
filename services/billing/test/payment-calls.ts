import { listOwnInvoices, type Invoice } from '@gerbang/contracts/invoices';
import { payInvoice, verifyInvoicePayment, type InvoicePayment } from '@gerbang/contracts/invoice-payments';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/testing/door';
import type { Door } from './door.ts';
import { billed, finance } from './enrollments.ts';
import type { FakeAdmission } from './fake-admission.ts';
import type { World } from './invoice-payments.ts';

type Change = Record<string, unknown>;

/** What the family's form sends. */
export const paymentForm = (
  admission: FakeAdmission,
  sender: Caller,
  invoice: Pick<Invoice, 'id'> & Partial<Pick<Invoice, 'created_at'>>,
  change: Change = {},
): Record<string, unknown> => ({
  enrollment_invoice_id: invoice.id,
  amount_paid: 5_000_000,
  payment_date: jakartaDay(new Date(invoice.created_at ?? Date.now())),
  payment_evidence_url: admission.upload(sender),
  ...change,
});

/** A new family with one invoice of this total. */
export async function invoiceOf(
  { door }: Pick<World, 'door'>,
  total = 20_000_000,
  family?: Caller,
): Promise<{ family: Caller; staff: Caller; invoice: Invoice; confirmationId: string }> {
  const made = await billed(door, { base_education_fee: total }, family);
  const [invoice] = made.invoices;
  if (!invoice) throw new Error('no invoice');
  return {
    family: made.family,
    staff: await finance(door),
    invoice,
    confirmationId: made.confirmation.id,
  };
}

/** A payment that waits, sent by the family. */
export async function sent(
  { door, admission }: World,
  family: Caller,
  invoice: Pick<Invoice, 'id'>,
  change: Change = {},
): Promise<InvoicePayment> {
  const answer = await door.call(payInvoice, family, {
    body: paymentForm(admission, family, invoice, change),
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
}

/** The staff's decision about a waiting payment. */
export const check = (
  { door }: Pick<World, 'door'>,
  staff: Caller,
  paymentId: string,
  body: Change = { action: 'verify' },
  headers: Record<string, string> = {},
) => door.call(verifyInvoicePayment, staff, { params: { paymentId }, body, headers });

/** The invoice as its family sees it. */
export async function invoiceNow(door: Door, family: Caller, id: string): Promise<Invoice> {
  const list: Invoice[] = (await door.call(listOwnInvoices, family)).json();
  const found = list.find((one) => one.id === id);
  if (!found) throw new Error('the invoice is not there');
  return found;
}

/** Counts and sums of everything that a payment's call can write, for comparison. */
export async function footprint(door: Door): Promise<string> {
  const counts: string[] = [];
  for (const table of [
    'enrollment_invoice_payments',
    'invoice_payment_events',
    'invoice_ledger',
    'audit_events',
    'outbox_events',
    'idempotency_keys',
  ]) {
    counts.push(`${table} ${String((await door.db(table).count('* as n').first())?.n)}`);
  }
  const sums = await door
    .db('enrollment_invoices')
    .sum('paid_amount as paid')
    .sum('version as versions')
    .first();
  return `${counts.join()} ${JSON.stringify(sums)}`;
}
