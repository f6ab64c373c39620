import { UNAPPLIED_STATUSES, type UnappliedStatus } from '@gerbang/domain/bank-matches';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { type LineRecord, lockLine } from '../bank-line-record/bank-lines.repository.ts';
import type { Tables } from '../database.types.ts';
import { lockRequest, type PayRow } from '../pay-requests/pay-requests.repository.ts';

type Row = Tables['unapplied_receipts'];

/** An unapplied receipt with its line, or the request or the reversed payment that its money is of, and the numbers of what the line paid. */
export interface ReceiptRecord extends Row {
  readonly line: Pick<LineRecord, 'account_key' | 'booked_on' | 'amount' | 'description'> | null;
  readonly reversed_payment: {
    readonly id: string;
    readonly number: string;
    readonly payment_date: string;
  } | null;
  readonly pay_request: Pick<PayRow, 'id' | 'request_no' | 'channel'> | null;
  readonly asked_for: { readonly number: string; readonly child_name: string } | null;
  readonly paid_numbers: readonly string[];
  readonly assigned_number: string | null;
}

const NUMBERS = `
  array(
    select coalesce(i.invoice_number, r.registration_number) from bank_matches m
    left join enrollment_invoices i on i.id = m.invoice_id
    left join registrations r on r.id = m.registration_id
    where m.line_id = unapplied_receipts.line_id and m.status = 'booked' order by 1) as paid_numbers,
  case when assigned_payment_id is not null then (
      select i.invoice_number from enrollment_invoice_payments p
      join enrollment_invoices i on i.id = p.enrollment_invoice_id where p.id = assigned_payment_id)
    when assigned_registration_id is not null then (
      select registration_number from registrations where id = assigned_registration_id)
  end as assigned_number`;

const LINE = `(
  select jsonb_build_object('account_key', account_key, 'booked_on', booked_on, 'amount', amount,
    'description', description)
  from bank_lines where bank_lines.id = unapplied_receipts.line_id
) as line`;

const REVERSED = `(
  select jsonb_build_object('id', p.id, 'number', i.invoice_number, 'payment_date', p.payment_date)
  from enrollment_invoice_payments p join enrollment_invoices i on i.id = p.enrollment_invoice_id
  where p.id = unapplied_receipts.reversed_payment_id
) as reversed_payment`;

const PAY_REQUEST = `(
  select jsonb_build_object('id', q.id, 'request_no', q.request_no, 'channel', q.channel)
  from pay_requests q where q.id = unapplied_receipts.pay_request_id
) as pay_request, (
  select jsonb_build_object('number', coalesce(i.invoice_number, r.registration_number), 'child_name', r.child_name)
  from pay_requests q left join enrollment_invoices i on i.id = q.invoice_id
  join registrations r on r.id = coalesce(i.registration_id, q.registration_id)
  where q.id = unapplied_receipts.pay_request_id
) as asked_for`;

/** SQL of the registration that a receipt is of: by the request or the payment that it was of, or by what else its line paid. */
export const ownerOfReceipt = (receipt: string) => `coalesce(
  (select coalesce(i.registration_id, q.registration_id) from pay_requests q
     left join enrollment_invoices i on i.id = q.invoice_id where q.id = ${receipt}.pay_request_id),
  (select i.registration_id from enrollment_invoice_payments p
     join enrollment_invoices i on i.id = p.enrollment_invoice_id
   where p.id = ${receipt}.reversed_payment_id or p.bank_line_id = ${receipt}.line_id order by p.id limit 1),
  (select m.registration_id from bank_matches m
   where m.line_id = ${receipt}.line_id and m.status = 'booked' and m.registration_id is not null
   order by m.id limit 1))`;

/** All receipts; those of a line that is open again are released and none. */
const shownReceipts = (db: Db) => db('unapplied_receipts').whereNot('unapplied_receipts.status', 'released');

/** The receipts under the filters, without order; one family's are those that something says are its own. */
export function listedReceipts(
  db: Db,
  { status, family }: { readonly status?: UnappliedStatus; readonly family?: string },
): Knex.QueryBuilder {
  const rows = shownReceipts(db).select(
    'unapplied_receipts.*',
    db.raw(NUMBERS),
    db.raw(LINE),
    db.raw(REVERSED),
    db.raw(PAY_REQUEST),
  );
  if (status !== undefined) void rows.where('unapplied_receipts.status', status);
  if (family === undefined) return rows;
  return rows.whereRaw(
    `${ownerOfReceipt('unapplied_receipts')} in (select id from registrations where user_id = ?)`,
    [family],
  );
}

interface ReceiptSum {
  readonly receipts: number;
  readonly amount: number;
}

/** Number and sum in rupiah of the receipts by status. */
export async function sumReceipts(db: Db): Promise<Record<UnappliedStatus, ReceiptSum>> {
  const rows: (ReceiptSum & { readonly status: UnappliedStatus })[] = await shownReceipts(db)
    .groupBy('status')
    .select('status', db.raw('count(*)::int as receipts, sum(amount)::bigint as amount'));
  const sums = UNAPPLIED_STATUSES.map((status) => {
    const { receipts = 0, amount = 0 } = rows.find((row) => row.status === status) ?? {};
    return [status, { receipts, amount }];
  });
  return Object.fromEntries(sums) as Record<UnappliedStatus, ReceiptSum>;
}

/** One receipt as the list has it. */
export async function findReceipt(db: Db, id: string): Promise<ReceiptRecord | undefined> {
  return listedReceipts(db, {}).where('unapplied_receipts.id', id).first<ReceiptRecord | undefined>();
}

/** A receipt under its line's or its request's lock, which protects it too, or with the reversed payment that its money is of. */
export interface LockedReceipt extends Row {
  readonly bankLine: LineRecord | null;
  readonly payRequest: PayRow | null;
  readonly reversed: Tables['enrollment_invoice_payments'] | null;
}

/** Locks a receipt's line or request and then the receipt; undefined where there is none, or its money is in the line again. */
export async function lockReceipt(trx: Knex.Transaction, id: string): Promise<LockedReceipt | undefined> {
  const known = await trx('unapplied_receipts').where({ id }).first<Row | undefined>();
  if (!known) return undefined;
  const bankLine = (known.line_id === null ? null : await lockLine(trx, known.line_id)) ?? null;
  const payRequest =
    (known.pay_request_id === null ? null : await lockRequest(trx, known.pay_request_id)) ?? null;
  const row = await trx('unapplied_receipts').where({ id }).forUpdate().first<Row | undefined>();
  if (!row || row.status === 'released') return undefined;
  const reversed = await trx('enrollment_invoice_payments').where({ id: row.reversed_payment_id }).first();
  return { ...row, bankLine, payRequest, reversed: reversed ?? null };
}

/** Whether this account imported the statement that a line came with. */
export async function isImporter(
  db: Db,
  { statement_id }: Pick<LineRecord, 'statement_id'>,
  userId: string,
): Promise<boolean> {
  const found = await db('bank_statements').where({ id: statement_id, imported_by_id: userId }).first('id');
  return found !== undefined;
}

type Decided = Partial<
  Pick<Row, 'amount' | 'assigned_payment_id' | 'assigned_registration_id' | 'note' | 'returned_on'>
> &
  Pick<Row, 'status'>;

/** Writes what became of an open receipt; it was locked and checked before. */
export async function decideReceipt(
  trx: Knex.Transaction,
  { id, version }: Pick<Row, 'id' | 'version'>,
  columns: Decided,
  { actor, at }: { readonly actor: Actor; readonly at: Date },
): Promise<void> {
  const changed = await trx('unapplied_receipts')
    .where({ id, version, status: 'open' })
    .update({
      ...columns,
      version: version + 1,
      decided_by_id: actor.id,
      decided_by_name: actor.name,
      decided_by_role: actor.role,
      decided_at: at,
    });
  if (changed !== 1) throw new Error('An unapplied receipt changed under its lock');
}

/** What is left of a receipt of which a part was assigned. */
export async function insertRest(
  trx: Knex.Transaction,
  {
    line_id,
    pay_request_id,
    reversed_payment_id,
  }: Pick<Row, 'line_id' | 'pay_request_id' | 'reversed_payment_id'>,
  amount: number,
): Promise<void> {
  const source = { line_id, pay_request_id, reversed_payment_id };
  await trx('unapplied_receipts').insert({ id: uuidv7(), ...source, amount, cause: 'split_rest' });
}
