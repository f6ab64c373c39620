import type { Db } from '@gerbang/service-kit/data/database';

/** Releases the claim of a notice that could not be sent. */
export async function releaseNotice(db: Db, cause: string, at: Date): Promise<void> {
  await db('operator_notices').where({ cause, told_at: at }).delete();
}

/** Claims the notice of a cause; false where one was sent within the hour, or another worker sends it now. */
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
