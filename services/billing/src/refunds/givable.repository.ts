import type { GivableMoney } from '@gerbang/contracts/refunds';
import type { RefundKind } from '@gerbang/domain/refunds';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import { lockInvoice } from '../invoices/invoices.repository.ts';
import { approvedSince, isFeeReleased } from '../money-requests/money-requests.repository.ts';
import { lockRegistration } from '../registrations/registrations.repository.ts';
import { lockReceipt, ownerOfReceipt } from '../unapplied-receipts/unapplied-receipts.repository.ts';

/** Money that a line of a refund may give back, locked. */
export interface Givable {
  /** The registration or invoice that it is of; null where nothing says whose money it is. */
  readonly number: string | null;
  readonly registration_id: string | null;
  /** Whole rupiah that are verified or stand unapplied. */
  readonly paid: number;
  /** What went back of it, and what other refunds that are approved give back. */
  readonly gone: number;
}

export interface Target {
  readonly kind: RefundKind;
  readonly target: string;
}

/** The invoices of a registration that money was verified for, in the order of their numbers. */
export async function paidInvoices(
  db: Db,
  registrationId: string,
): Promise<(Target & { readonly kind: 'invoice' })[]> {
  const rows: { id: string }[] = await db('enrollment_invoices')
    .where({ registration_id: registrationId })
    .andWhere('paid_amount', '>', 0)
    .orderBy('invoice_number')
    .select('id');
  return rows.map(({ id }) => ({ kind: 'invoice', target: id }));
}

/** What has gone back of a line, and what is promised to. An unapplied receipt that went back is not open any more. */
async function goneOf(trx: Db, { kind, target }: Target, ownId: string | null) {
  const { rows } = await trx.raw(
    `select coalesce((
         select sum((line ->> 'back')::bigint) from refunds cross join jsonb_array_elements(lines) as line
         where status = 'approved' and refunds.id is distinct from :ownId::uuid
           and line ->> 'kind' = :kind and line ->> 'target' = :target), 0)::bigint
       - coalesce((select sum(amount) from refund_ledger
         where target = :target::uuid and kind = :kind and kind <> 'unapplied'), 0)::bigint as sum`,
    { ownId, kind, target },
  );
  return Number((rows as { sum: number }[])[0]?.sum);
}

/** The registration of money that pays nothing; undefined where nothing says whose it is. */
export async function ownerOf(db: Db, receiptId: string) {
  const { rows } = await db.raw(
    `select r.id as registration_id, r.registration_number as number
     from unapplied_receipts u join registrations r on r.id = ${ownerOfReceipt('u')} where u.id = ?`,
    [receiptId],
  );
  return (rows as { registration_id: string; number: string }[])[0];
}

async function lockTarget(trx: Knex.Transaction, { kind, target }: Target) {
  if (kind === 'unapplied') {
    const receipt = await lockReceipt(trx, target);
    if (!receipt) return undefined;
    const owner = await ownerOf(trx, target);
    const paid = receipt.status === 'open' ? receipt.amount : 0;
    return { number: owner?.number ?? null, registration_id: owner?.registration_id ?? null, paid };
  }
  if (kind === 'invoice') {
    const invoice = await lockInvoice(trx, target, null);
    if (!invoice) return undefined;
    const { invoice_number: number, registration_id, paid_amount: paid } = invoice;
    return { number, registration_id, paid };
  }
  const fee = await lockRegistration(trx, target);
  if (!fee) return undefined;
  const { payment_verified_at: since } = fee;
  // Admission is about to take it back.
  const undone =
    (since && (await approvedSince(trx, { kind: 'fee_reversal', subject_id: target }, since))) ||
    (await isFeeReleased(trx, target));
  const stands = fee.payment_status === 'verified' && !undone;
  const paid = stands ? (fee.payment_amount ?? 0) + fee.fee_extra : 0;
  return { number: fee.registration_number, registration_id: target, paid };
}

const ORDER: readonly RefundKind[] = ['unapplied', 'invoice', 'fee'];
const rank = ({ kind, target }: Target) => `${ORDER.indexOf(kind)} ${target}`;

/** Locks what lines give back in the order of all money; undefined for a target that is not there. */
export async function lockGivable(
  trx: Knex.Transaction,
  lines: readonly Target[],
  ownId: string | null,
): Promise<Map<string, Givable>> {
  const found = new Map<string, Givable>();
  for (const line of lines.toSorted((one, two) => (rank(one) < rank(two) ? -1 : 1))) {
    const money = await lockTarget(trx, line);
    if (money) found.set(line.target, { ...money, gone: await goneOf(trx, line, ownId) });
  }
  return found;
}

/** Invoices that a family still owes, the next due one first. */
const OWED = `
  select i.id, i.invoice_number as number, o.child_name, (i.total_amount - i.paid_amount)::bigint as remaining
  from registrations r join registrations o on o.user_id = r.user_id
  join enrollment_invoices i on i.registration_id = o.id
  where r.id = :id and i.voided_by is null and not i.waiting and i.paid_amount < i.total_amount
  order by i.due_date, i.id`;

const PAID = `
  select 'fee' as kind, id as target, registration_number as number, (coalesce(payment_amount, 0) + fee_extra)::bigint as paid
  from registrations where id = :id::uuid and payment_status = 'verified'
  union all
  select 'invoice', id, invoice_number, paid_amount from enrollment_invoices
  where registration_id = :id::uuid and paid_amount > 0
  union all
  select 'unapplied', u.id, coalesce(r.registration_number, ''), u.amount
  from unapplied_receipts u left join registrations r on r.id = ${ownerOfReceipt('u')}
  where u.status = 'open' and (r.id = :id::uuid or (u.id = :receipt::uuid and (r.id is null or :id::uuid is null)))
  order by 1, 3`;

/** What can be given back of a registration or of a receipt, without locks: to be offered. */
export async function findGivable(
  db: Db,
  { registration_id, unapplied_id }: { readonly registration_id?: string; readonly unapplied_id?: string },
): Promise<GivableMoney> {
  const owner = unapplied_id === undefined ? undefined : await ownerOf(db, unapplied_id);
  const id = registration_id ?? owner?.registration_id ?? null;
  const registration: GivableMoney['registration'] | undefined = await db('registrations')
    .where({ id })
    .first('id', 'registration_number as number', 'child_name');
  const { rows: paid } = await db.raw(PAID, { id, receipt: unapplied_id ?? null });
  const lines: GivableMoney['lines'] = [];
  for (const line of paid as Omit<GivableMoney['lines'][number], 'left'>[]) {
    const left = line.paid - (await goneOf(db, line, null));
    if (left > 0) lines.push({ ...line, left });
  }
  const { rows: invoices } = await db.raw(OWED, { id });
  return { registration: registration ?? null, lines, invoices };
}
