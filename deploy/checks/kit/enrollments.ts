import type { Call, Client } from './client.ts';
import { acceptedFamily, jakartaDate, type Registered, uploadProof } from './families.ts';
import type { Account } from './people.ts';

/** Confirms the enrolment of an accepted child; returns the confirmation's id. */
export async function confirmEnrollment(
  family: Call,
  registered: Registered,
  more: object = {},
): Promise<string> {
  const confirmation = await family('POST', '/api/enrollment-confirmations', {
    registration_id: registered.id,
    child_id: registered.childId,
    payment_preference: 'installment',
    ...more,
  });
  return confirmation.id;
}

export interface Invoice {
  readonly id: string;
  readonly invoice_number: string;
  readonly total_amount: number;
  readonly remaining: number;
  readonly status: string;
  readonly payable: boolean;
}

/** Finance processes the confirmation and makes its payment scheme; returns the scheme's id. */
export async function makeScheme(
  finance: Call,
  registered: Registered,
  confirmationId: string,
  scheme: { readonly payment_scheme?: 'full' | 'installment'; readonly [field: string]: unknown } = {},
): Promise<string> {
  const path = `/api/admin/enrollment-confirmations/${confirmationId}/status`;
  await finance('PUT', path, { status: 'processed' });
  const made = await finance('POST', '/api/enrollment-payment-schemes', {
    enrollment_confirmation_id: confirmationId,
    registration_id: registered.id,
    child_id: registered.childId,
    grade_level: registered.jenjang,
    payment_period: 'Gelombang 1',
    payment_scheme: 'installment',
    base_education_fee: 10_000_000,
    ...(scheme.payment_scheme !== 'full' && { first_installment_date: jakartaDate() }),
    ...scheme,
  });
  return made.id;
}

/** The invoices of the family that calls, in the order of the portal. */
export const ownInvoices = (family: Call) => family<Invoice[]>('GET', '/api/parent/invoices');

/** The staff who bring a family to its invoices. */
export type Desk = Readonly<Record<'finance' | 'admin' | 'manager', Account>>;

/** An accepted child whose scheme has made invoices. */
export async function billedFamily(
  client: Client,
  { finance, admin, manager }: Desk,
  child: string,
  scheme: Parameters<typeof makeScheme>[3] = {},
) {
  const accepted = await acceptedFamily(client, { admin: admin.call, manager: manager.call }, child);
  const { call } = accepted.parent;
  const { payment_scheme: payment_preference = 'installment' } = scheme;
  const confirmation = await confirmEnrollment(call, accepted, { payment_preference });
  await makeScheme(finance.call, accepted, confirmation, scheme);
  const invoices = await ownInvoices(call);
  const [invoice] = invoices;
  if (!invoice) throw new Error('no invoice');
  return { ...accepted, confirmation, invoices, invoice };
}

/** Pays a part of an invoice with a proof that waits for finance; returns the payment's id. */
export async function payInvoice(family: Call, invoiceId: string, amount_paid: number): Promise<string> {
  const payment = await family('POST', '/api/enrollment-invoice-payments', {
    enrollment_invoice_id: invoiceId,
    amount_paid,
    payment_date: jakartaDate(),
    payment_evidence_url: await uploadProof(family),
  });
  return payment.id;
}

export type PaymentDecision =
  | { readonly action: 'verify' }
  | { readonly action: 'reject'; readonly rejection_reason: string };

/** Decides the payment that waits on an invoice and returns it. */
export async function decideInvoicePayment(
  finance: Call,
  invoiceId: string,
  decision: PaymentDecision,
): Promise<{ id: string; receipt_number: string | null }> {
  const payments = await finance<{ id: string; verification_status: string }[]>(
    'GET',
    `/api/enrollment-invoice-payments/invoice/${invoiceId}`,
  );
  const waiting = payments.find((one) => one.verification_status === 'pending');
  if (!waiting) throw new Error(`No payment waits on the invoice ${invoiceId}`);
  return finance('PUT', `/api/admin/enrollment-invoice-payments/${waiting.id}/verify`, decision);
}
