import type { Db } from '@gerbang/service-kit/data/database';

/** Whether the operator may be told of a cause now: the last time is an hour ago, and no other worker does it meanwhile. */
export async function claimNotice(trx: Db, cause: string, at: Date): Promise<boolean> {
  const { rows } = await trx.raw(
    `insert into operator_notices as known (cause, told_at) values (:cause, :at)
     on conflict (cause) do update set told_at = excluded.told_at
       where known.told_at <= excluded.told_at - interval '1 hour'
     returning cause`,
    { cause, at },
  );
  return rows.length > 0;
}
