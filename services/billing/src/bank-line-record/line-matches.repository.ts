import type { WholeLineCause } from '@gerbang/domain/bank-matches';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';
import { feeClosed, feeOwed } from '../registrations/registrations.repository.ts';

type Match = Tables['bank_matches'];

/** A match with what is shown of its target. Amounts in rupiah. */
export interface ShownMatch
  extends Pick<
    Match,
    | 'id'
    | 'line_id'
    | 'kind'
    | 'registration_id'
    | 'invoice_id'
    | 'amount'
    | 'confidence'
    | 'reasons'
    | 'status'
  > {
  readonly number: string;
  readonly child_name: string;
  readonly family: string;
  readonly owed: number;
  readonly waiting_amount: number | null;
  readonly receipt_number: string | null;
  /** Of the family's exact amount; null where the match does not rest on one. */
  readonly transfer_amount: number | null;
  readonly unique_add: number | null;
  /** What the family's fees owe that one transfer pays, this one among them; null where it pays one bill. */
  readonly together_amount: number | null;
  readonly expectation_id: string | null;
}

/** Proposed and booked matches of these lines, the surest first. */
export async function shownMatches(db: Db, lineIds: readonly string[]): Promise<ShownMatch[]> {
  return db('bank_matches as m')
    .leftJoin('enrollment_invoices as i', 'i.id', 'm.invoice_id')
    .joinRaw('join registrations r on r.id = coalesce(m.registration_id, i.registration_id)')
    .leftJoin('payment_expectations as e', 'e.id', 'm.expectation_id')
    .leftJoin('enrollment_invoice_payments as p', 'p.id', 'm.payment_id')
    .whereIn('m.line_id', lineIds)
    .whereNot('m.status', 'rejected')
    .select(
      'm.id',
      'm.line_id',
      'm.kind',
      'm.registration_id',
      'm.invoice_id',
      'm.amount',
      'm.confidence',
      'm.reasons',
      'm.status',
      'r.child_name',
      'r.user_id as family',
      'p.receipt_number',
      'e.transfer_amount',
      'e.unique_add',
      'm.expectation_id',
      db.raw(`case e.kind when 'registration_fees' then e.base end as together_amount`),
      db.raw(`
        coalesce(i.invoice_number, r.registration_number) as number,
        case when i.id is not null then i.total_amount - i.paid_amount
          else ${feeOwed('r')} end as owed,
        case when i.waiting then (
            select amount_paid from enrollment_invoice_payments
            where enrollment_invoice_id = i.id and verification_status = 'pending')
          when i.id is null and r.payment_status = 'paid' then r.payment_amount end as waiting_amount`),
    )
    .orderByRaw(`array_position(array['exact', 'strong', 'possible'], m.confidence), number, m.id`);
}

/** Rupiah of booked lines that were kept as surplus, and that pay nothing or did before they were assigned or returned. */
export async function sumsOfLines(
  db: Db,
  lineIds: readonly string[],
): Promise<{ line_id: string; surplus: number; unapplied: number }[]> {
  const surplus = db('surplus_ledger')
    .whereIn('line_id', lineIds)
    .select('line_id', 'amount as surplus', db.raw('0 as unapplied'));
  const unapplied = db('unapplied_receipts')
    .whereIn('line_id', lineIds)
    .whereNot('status', 'released')
    .select('line_id', db.raw('0 as surplus'), 'amount as unapplied');
  return db
    .from(surplus.unionAll(unapplied).as('sums'))
    .groupBy('line_id')
    .select('line_id', db.raw('sum(surplus)::bigint as surplus, sum(unapplied)::bigint as unapplied'));
}

/** A bill that an undecided line's amount was asked for, and that is not awaited any more. */
interface SettledBill {
  readonly line_id: string;
  readonly cause: WholeLineCause;
  readonly number: string;
  readonly child_name: string;
}

/**
 * The bills for which the very amounts of these lines were asked: money for it came already (`duplicate`), or its time was
 * over and it owes nothing any more (`late`). Lines with a proposal have none.
 */
export async function settledBills(db: Db, lineIds: readonly string[]): Promise<SettledBill[]> {
  const { rows } = await db.raw(
    `select distinct on (l.id) l.id as line_id, case e.status when 'used' then 'duplicate' else 'late' end as cause,
       coalesce(i.invoice_number, r.registration_number) as number, r.child_name
     from bank_lines l
     join payment_expectations e on e.account_key = l.account_key and e.transfer_amount = l.amount and e.unique_add > 0
     left join enrollment_invoices i on i.id = e.invoice_id
     join registrations r on r.id = coalesce(e.registration_id, i.registration_id, (
       select f.registration_id from payment_expectation_fees f where f.expectation_id = e.id order by 1 limit 1))
     where l.id = any(?) and l.status in ('new', 'attention') and (e.status = 'used' or (i.id is null and ${feeClosed('r')})
       or (e.status in ('expired', 'cancelled') and (r.deleted or case when i.id is null
         then ${feeOwed('r')} = 0 else i.paid_amount >= i.total_amount end)))
     order by l.id, e.status = 'used' desc, e.created_at desc`,
    [[...lineIds]],
  );
  return rows as SettledBill[];
}
