import type { Db } from '@gerbang/service-kit/data/database';

/** Takes a claim back, because the operator could not be told. */
export async function releaseNotice(db: Db, cause: string, at: Date): Promise<void> {
  await db('operator_notices').where({ cause, told_at: at }).delete();
}

/** Whether the operator may be told of a cause now: the last time is an hour ago, and no other worker does it meanwhile. */
export async function claimNotice(db: Db, cause: string, at: Date): Promise<boolean> {
  const { rows } = await db.raw(
    `insert into operator_notices as known (cause, told_at) values (:cause, :at)
     on conflict (cause) do update set told_at = excluded.told_at
       where known.told_at <= excluded.told_at - interval '1 hour'
     returning cause`,
    { cause, at },
  );
  return rows.length > 0;
}
