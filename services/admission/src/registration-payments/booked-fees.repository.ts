import type { EventPayload } from '@gerbang/contracts/events';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

export type BookedFee = EventPayload<'fee.booked'>;

const DIFFERENCE_METHOD = `case when d.settled_by_cash_id is not null then 'cash'
  when d.settled_by_line_id is not null then 'bank_line' else coalesce(d.pay_channel, 'transfer') end`;
const BOOKED = `
  select e.id, r.academic_year, r.jenjang, jakarta_day(e.at) as booked_on,
    -- What it amounted to then: a fee that is owed again takes over what was not paid of its difference.
    (case when e.to_status = 'verified' then 1 else -1 end) * (r.payment_amount - coalesce((
      select sum(d.amount)::bigint from fee_differences d
      where d.registration_id = r.id and d.paid_at is null and d.ended_id >= e.id), 0)) as amount,
    case when e.to_status = 'verified' then coalesce(e.settled_on, (
      select jakarta_day(max(p.at)) from registration_payment_events p
      where p.registration_id = e.registration_id and p.to_status = 'paid' and p.at <= e.at
    ), jakarta_day(e.at)) else jakarta_day(e.at) end as paid_on,
    coalesce((
      select case when v.cash_id is not null then 'cash' when v.settled_by_line_id is not null then 'bank_line'
        else coalesce(v.pay_channel, v.import_method) end
      from registration_payment_events v
      where v.registration_id = e.registration_id and v.to_status = 'verified'
        and v.from_status is distinct from 'verified' and v.id <= e.id
      order by v.id desc limit 1
    ), 'transfer') as method, e.cash_id
  from registration_payment_events e join registrations r on r.id = e.registration_id
  where (e.to_status = 'verified') <> (e.from_status = 'verified')
  union all
  select d.id, r.academic_year, r.jenjang, jakarta_day(d.paid_at), d.amount, d.settled_on, ${DIFFERENCE_METHOD},
    d.settled_by_cash_id
  from fee_differences d join registrations r on r.id = d.registration_id where d.paid_at is not null
  union all
  select d.ended_id, r.academic_year, r.jenjang, jakarta_day(d.ended_at), -d.amount, jakarta_day(d.ended_at),
    ${DIFFERENCE_METHOD}, d.ended_cash_id
  from fee_differences d join registrations r on r.id = d.registration_id
  where d.paid_at is not null and d.ended_id is not null`;

type BookedRow = Omit<BookedFee, 'cash_id'> & { readonly cash_id: string | null };

const toBooked = ({ cash_id, ...fee }: BookedRow): BookedFee => ({
  ...fee,
  ...(cash_id !== null && { cash_id }),
});

/** Of which registration an entry of the history is, and who made it. */
export async function entryOf(
  trx: Db,
  entryId: string,
): Promise<{ readonly registration_id: string; readonly actor: Actor }> {
  const entry = await trx('registration_payment_events')
    .where({ id: entryId })
    .first<Tables['registration_payment_events'] | undefined>();
  if (!entry) throw new Error('an entry of the history that was just written is gone');
  const { registration_id, actor_id: id, actor_name: name, actor_role: role } = entry;
  return { registration_id, actor: { id, name, role } };
}

/** The entry that this cash of a drawer belongs to, under the registration's lock: a call that is under way has ended then. */
export async function entryOfCash(
  trx: Db,
  registrationId: string,
  cashId: string,
): Promise<string | undefined> {
  await trx('registrations').where({ id: registrationId }).forUpdate().first('id');
  const { rows } = await trx.raw(
    `select id from registration_payment_events where cash_id = :cashId
     union all
     select case when settled_by_cash_id = :cashId then id else ended_id end from fee_differences
     where registration_id = :registrationId and :cashId in (settled_by_cash_id, ended_cash_id)`,
    { registrationId, cashId },
  );
  return (rows as { id: string }[])[0]?.id;
}

/** The fee that this entry of the history verified or took back, or the difference that was paid or taken back; none for any other entry. */
export async function bookedFee(trx: Db, entryId: string): Promise<BookedFee | undefined> {
  const { rows } = await trx.raw(`select * from (${BOOKED}) b where b.id = ?`, [entryId]);
  return (rows as BookedRow[]).map(toBooked)[0];
}

/** The next fees that were verified or taken back, in the order of their entries. */
export async function bookedFeesAfter(trx: Db, entryId: string, limit: number): Promise<BookedFee[]> {
  const { rows } = await trx.raw(`select * from (${BOOKED}) b where b.id > ? order by b.id limit ?`, [
    entryId,
    limit,
  ]);
  return (rows as BookedRow[]).map(toBooked);
}
