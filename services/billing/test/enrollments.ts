import { createScheme, listInvoicesOfScheme, type Scheme } from '@gerbang/contracts/payment-schemes';
import {
  createConfirmation,
  decideConfirmation,
  type Confirmation,
} from '@gerbang/contracts/enrollment-confirmations';
import type { Invoice } from '@gerbang/contracts/invoices';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { completeConfirmation } from '../src/enrollment-confirmations/complete-confirmation.ts';
import { nextDocumentNumber } from '../src/invoices/document-numbers.repository.ts';
import type { Door } from './door.ts';

let counter = 0;

/** A registration's copy of this family, accepted unless `change` says otherwise. */
export async function copyOf(door: Door, family: Caller, change: Record<string, unknown> = {}) {
  counter += 1;
  const copy = {
    id: uuidv7(),
    version: 1,
    deleted: false,
    user_id: family.id,
    parent_id: uuidv7(),
    child_id: uuidv7(),
    child_name: 'Aisyah Putri',
    child_nick_name: 'Aisyah',
    child_gender: 'female',
    father_name: 'Budi Santoso',
    mother_name: 'Siti Rahma',
    father_phone: '+6281200001111',
    mother_phone: null,
    contact_phone: '+6281234567890',
    login_phone: '+6281234567890',
    registration_number: `PSB-2026-SD-${String(counter).padStart(5, '0')}`,
    jenjang: 'SD' as const,
    kelas: '1',
    academic_year: '2026/2027',
    current_stage: 'passed' as const,
    payment_status: 'verified' as const,
    ...change,
  };
  await door.db('registrations').insert(copy);
  return copy;
}

export type Copy = Awaited<ReturnType<typeof copyOf>>;

/** The form of a confirmation as the screen sends it. */
export const confirmationForm = (
  copy: Pick<Copy, 'id' | 'child_id'>,
  change: Record<string, unknown> = {},
) => ({
  registration_id: copy.id,
  child_id: copy.child_id,
  payment_preference: 'installment',
  ...change,
});

/** A confirmation of a new accepted child of a new family, made by the call. */
export async function confirmed(door: Door, change: Record<string, unknown> = {}, family?: Caller) {
  const owner = family ?? (await door.caller());
  const copy = await copyOf(door, owner, change);
  const answer = await door.call(createConfirmation, owner, { body: confirmationForm(copy) });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const confirmation: Confirmation = answer.json();
  return { family: owner, copy, confirmation };
}

let deciding: { door: Door; caller: Caller } | undefined;

/** A finance account, the same one for a door. */
export async function finance(door: Door): Promise<Caller> {
  if (deciding?.door !== door) deciding = { door, caller: await door.caller('finance', 'Fina Keuangan') };
  return deciding.caller;
}

/** The same, processed by finance. */
export async function processed(door: Door, change: Record<string, unknown> = {}, family?: Caller) {
  const made = await confirmed(door, change, family);
  const answer = await door.call(decideConfirmation, await finance(door), {
    params: { id: made.confirmation.id },
    body: { status: 'processed' },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const confirmation: Confirmation = answer.json();
  return { ...made, confirmation };
}

/** The form of a scheme as the screen sends it: full, without discounts, due within the years that a deadline has. */
export function schemeForm(of: Confirmation, change: Record<string, unknown> = {}): Record<string, unknown> {
  const installment = change.payment_scheme === 'installment';
  return {
    enrollment_confirmation_id: of.id,
    registration_id: of.registration_id,
    child_id: of.child_id,
    grade_level: of.registration.jenjang,
    payment_period: 'Gelombang 1',
    payment_scheme: 'full',
    base_education_fee: 20_000_000,
    ...(installment ? { first_installment_date: '2029-08-31' } : { payment_deadline: '2029-08-31' }),
    ...change,
  };
}

/** A confirmation with its scheme and invoices, made by the calls. */
export async function billed(door: Door, change: Record<string, unknown> = {}, family?: Caller) {
  const made = await processed(door, {}, family);
  const staff = await finance(door);
  const answer = await door.call(createScheme, staff, { body: schemeForm(made.confirmation, change) });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  const scheme: Scheme = answer.json();
  const invoices: Invoice[] = (
    await door.call(listInvoicesOfScheme, staff, { params: { schemeId: scheme.id } })
  ).json();
  return { ...made, scheme, invoices };
}

/** Writes the rows of a payment past the calls, which have their own tests; the last rupiah completes the re-enrolment. */
export async function payInBooks(
  door: Door,
  invoice: Pick<Invoice, 'id'>,
  amount: number,
  status: 'verified' | 'pending' | 'rejected' = 'verified',
): Promise<string> {
  const id = uuidv7();
  const [by, at] = [uuidv7(), new Date()];
  await door.database.transaction(async (trx) => {
    await trx('enrollment_invoice_payments').insert({
      id,
      enrollment_invoice_id: invoice.id,
      amount_paid: amount,
      payment_date: '2026-11-20',
      payment_evidence_file_id: uuidv7(),
      verification_status: status,
      ...(status === 'verified' && {
        verified_by_id: by,
        verified_by_role: 'finance',
        verified_at: at,
        receipt_number: await nextDocumentNumber(trx, 'KW', door.context.now()),
      }),
      ...(status === 'rejected' && {
        rejected_by_id: by,
        rejected_by_role: 'finance',
        rejected_at: at,
        rejection_reason: 'Bukti tidak terbaca',
      }),
      created_by_id: by,
      created_by_role: 'finance',
    });
    const payment = await trx('enrollment_invoice_payments').where({ id }).first();
    await trx('invoice_payment_events').insert({
      id: uuidv7(),
      payment_id: id,
      version: 1,
      kind: 'created',
      to_status: status,
      amount,
      file_id: payment.payment_evidence_file_id,
      actor_id: by,
      actor_role: 'finance',
    });
    if (status !== 'verified') return;
    const [paid] = await trx('enrollment_invoices')
      .where({ id: invoice.id })
      .increment('paid_amount', amount)
      .returning('enrollment_confirmation_id');
    await trx('invoice_ledger').insert({
      id: uuidv7(),
      enrollment_invoice_id: invoice.id,
      payment_id: id,
      amount,
      actor_id: by,
      actor_role: 'finance',
    });
    const caller = {
      id: by,
      role: 'finance',
      origin: { address: '203.0.113.7', requestId: id },
      ifMatch: undefined,
      idempotencyKey: undefined,
    } as const;
    await completeConfirmation(door.context, trx, caller, paid.enrollment_confirmation_id);
  });
  return id;
}
