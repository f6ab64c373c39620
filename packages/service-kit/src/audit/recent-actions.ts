import type { Db } from '../data/database.ts';
import { tooMany } from '../http/problems.ts';

const HOUR_SECONDS = 3600;

/** Lets one action of a person be counted at a time, until the transaction ends; returns how many the last minutes saw. */
export async function lockRecentActions(
  trx: Db,
  {
    actorId,
    action,
    minutes,
  }: { readonly actorId: string; readonly action: string; readonly minutes: number },
): Promise<number> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`${action}:${actorId}`]);
  const recent = await trx('audit_events')
    .where({ actor_id: actorId, action })
    .whereRaw('at > now() - make_interval(mins => ?)', [minutes])
    .count<{ n: number | string }[]>('* as n')
    .first();
  return Number(recent?.n ?? 0);
}

/** 429 for a member of staff who has used up the exports of an hour; the caller writes the row of the trail afterwards. */
export async function refuseManyExports(
  trx: Db,
  actorId: string,
  action: `${string}.exported`,
  most: number,
): Promise<void> {
  if ((await lockRecentActions(trx, { actorId, action, minutes: 60 })) < most) return;
  throw tooMany(HOUR_SECONDS, 'Terlalu banyak ekspor dalam satu jam. Silakan coba lagi nanti.');
}
