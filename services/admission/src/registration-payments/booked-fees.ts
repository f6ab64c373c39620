import type { EventPayload } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';

const BOOKED = `
  select e.id, r.academic_year, r.jenjang, jakarta_day(e.at) as booked_on,
    case when e.to_status = 'verified' then r.payment_amount else -r.payment_amount end as amount,
    case when e.to_status = 'verified' then coalesce((
      select jakarta_day(max(p.at)) from registration_payment_events p
      where p.registration_id = e.registration_id and p.to_status = 'paid' and p.at <= e.at
    ), jakarta_day(e.at)) else jakarta_day(e.at) end as paid_on
  from registration_payment_events e join registrations r on r.id = e.registration_id
  where (e.to_status = 'verified') <> (e.from_status = 'verified')`;

type Fee = EventPayload<'fee.booked'>;

/** Publishes that a fee was verified or taken back, by its entry in the history; any other entry publishes nothing. */
export async function publishBookedFee(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  entryId: string,
): Promise<void> {
  const { rows } = await trx.raw(`${BOOKED} and e.id = ?`, [entryId]);
  const [fee] = rows as Fee[];
  if (fee) await outbox.publish(trx, 'fee.booked', fee);
}

const REPLAY_BATCH = 200;

/** Publishes every fee that was verified or taken back again, in batches that each commit. Returns their number. */
export async function replayBookedFees(
  { database, outbox }: Pick<Context, 'database' | 'outbox'>,
  batch = REPLAY_BATCH,
): Promise<number> {
  let published = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const fees = await database.transaction(async (trx) => {
      const { rows } = await trx.raw(`${BOOKED} and e.id > ? order by e.id limit ?`, [after, batch]);
      await outbox.publishMany(trx, 'fee.booked', rows as Fee[]);
      return rows as Fee[];
    });
    published += fees.length;
    after = fees.at(-1)?.id ?? after;
    if (fees.length < batch) return published;
  }
}
