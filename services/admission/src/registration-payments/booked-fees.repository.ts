import type { EventPayload } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';

export type BookedFee = EventPayload<'fee.booked'>;

const BOOKED = `
  select e.id, r.academic_year, r.jenjang, jakarta_day(e.at) as booked_on,
    case when e.to_status = 'verified' then r.payment_amount else -r.payment_amount end as amount,
    case when e.to_status = 'verified' then coalesce(e.settled_on, (
      select jakarta_day(max(p.at)) from registration_payment_events p
      where p.registration_id = e.registration_id and p.to_status = 'paid' and p.at <= e.at
    ), jakarta_day(e.at)) else jakarta_day(e.at) end as paid_on,
    case when (
      select v.settled_by_line_id from registration_payment_events v
      where v.registration_id = e.registration_id and v.to_status = 'verified'
        and v.from_status is distinct from 'verified' and v.id <= e.id
      order by v.id desc limit 1
    ) is null then 'transfer' else 'bank_line' end as method
  from registration_payment_events e join registrations r on r.id = e.registration_id
  where (e.to_status = 'verified') <> (e.from_status = 'verified')`;

/** The fee that this entry of the history verified or took back; none for any other entry. */
export async function bookedFee(trx: Db, entryId: string): Promise<BookedFee | undefined> {
  const { rows } = await trx.raw(`${BOOKED} and e.id = ?`, [entryId]);
  return (rows as BookedFee[])[0];
}

/** The next fees that were verified or taken back, in the order of their entries. */
export async function bookedFeesAfter(trx: Db, entryId: string, limit: number): Promise<BookedFee[]> {
  const { rows } = await trx.raw(`${BOOKED} and e.id > ? order by e.id limit ?`, [entryId, limit]);
  return rows as BookedFee[];
}
