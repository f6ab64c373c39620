import type { EventPayload } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';

// Versions of refunds only grow, so their sum does.
const RETURNED = `select
  (select coalesce(sum(version), 0) from refunds where registration_id = :id)::bigint as version,
  (select coalesce(-sum(amount), 0) from refund_ledger where kind = 'fee' and target = :id)::bigint as returned,
  (select coalesce(sum((line ->> 'back')::bigint), 0) from refunds cross join jsonb_array_elements(lines) as line
    where registration_id = :id and status = 'approved' and line ->> 'kind' = 'fee')::bigint as promised`;

/** What of a registration's fee went back and is promised to, with the version of this figure; its registration is locked. */
export async function feeReturned(
  db: Db,
  registrationId: string,
): Promise<Omit<EventPayload<'fee.returned'>, 'actor'>> {
  const { rows } = await db.raw(RETURNED, { id: registrationId });
  const [{ version, returned, promised } = { version: 0, returned: 0, promised: 0 }] = rows as {
    version: number;
    returned: number;
    promised: number;
  }[];
  return {
    registration_id: registrationId,
    version: Number(version),
    returned: Number(returned),
    promised: Number(promised),
  };
}

/** Ids of the next registrations with an approved or paid refund of their fee, in ascending order. */
export async function feesReturnedAfter(db: Db, after: string, limit: number): Promise<string[]> {
  return db('refunds')
    .distinct('registration_id')
    .whereIn('status', ['approved', 'paid'])
    .whereRaw(`lines @> '[{"kind": "fee"}]'`)
    .where('registration_id', '>', after)
    .orderBy('registration_id')
    .limit(limit)
    .pluck<string[]>('registration_id');
}
