import type { RefundSign } from '@gerbang/domain/refunds';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

type Refund = Pick<Tables['refunds'], 'id' | 'number' | 'total' | 'account'>;

/** How many days around its day the bank's line of a transfer comes that a slip has noted. */
const SLIP_DAYS = 7;
/** Refunds that a line may still be of: agreed to, or noted by a slip some days ago. */
const MAY_COME = `(r.status = 'approved' or (r.status = 'paid' and r.bank_line_id is null))`;

/** The refunds that an outgoing line may be of, with the moment since when they may be transferred. */
export async function awaitedRefunds(db: Db): Promise<(Refund & { readonly approved_at: Date })[]> {
  return db('refunds as r')
    .whereRaw(`${MAY_COME} and (r.paid_on is null or r.paid_on > current_date - 60)`)
    .select('r.id', 'r.number', 'r.total', 'r.account')
    .select(
      db.raw(
        `(select max(at) from refund_events where refund_id = r.id and step = 'approved') as approved_at`,
      ),
    );
}

/** A refund that an outgoing line paid (`by` null), or may have paid. */
export interface LineRefund {
  readonly line_id: string;
  readonly id: string;
  readonly number: string;
  readonly child_name: string;
  readonly total: number;
  readonly by: RefundSign | null;
  /** A slip has noted it: nothing is left to book. */
  readonly noted: boolean;
}

/** The refunds of these outgoing lines: the one that was booked, else those that text or amount point to, at most ten a line. */
export async function refundsOfLines(db: Db, lineIds: readonly string[]): Promise<LineRefund[]> {
  const { rows } = await db.raw(
    `select l.id as line_id, f.id, f.number, f.child_name, f.total, f.by, f.noted
     from bank_lines l cross join lateral (
       select r.id, r.number, g.child_name, r.total, r.id is distinct from l.refund_id as other,
         case when l.status = 'booked' then null when r.id = l.refund_id then l.refund_by else 'amount' end as by,
         l.status <> 'booked' and r.status = 'paid' as noted
       from refunds r join registrations g on g.id = r.registration_id
       where case when l.status = 'booked' then r.bank_line_id = l.id
         else l.status = 'new' and ${MAY_COME} and (r.id = l.refund_id or (r.total = l.amount
           and case when r.status = 'paid' then abs(l.booked_on - r.paid_on) <= ${SLIP_DAYS}
             else l.booked_on >= (select max(at) at time zone 'Asia/Jakarta' from refund_events
               where refund_id = r.id and step = 'approved')::date end)) end
       order by other, r.number limit 10) f
     where l.id = any(?::uuid[]) and l.direction = 'out'
     order by f.other, f.number`,
    [[...lineIds]],
  );
  return rows as LineRefund[];
}
