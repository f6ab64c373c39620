import type { Db } from '@gerbang/service-kit/data/database';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { localLimit } from '../config.ts';
import type { Context } from '../context.ts';
import { lockFamily } from '../registration-record/children.repository.ts';

type Limits = Context['config'];

const DAY = `interval '24 hours'`;

/** Rows of the last 24 hours; `wait` = seconds until the oldest of them no longer counts. */
async function recent(rows: ReturnType<Db>, at: string, db: Db): Promise<{ n: number; wait: number }> {
  const [found] = (await rows
    .where(at, '>', db.raw(`now() - ${DAY}`))
    .select(
      db.raw('count(*)::int as n'),
      db.raw(`greatest(1, ceil(extract(epoch from min(??) + ${DAY} - clock_timestamp())))::int as wait`, [
        at,
      ]),
    )) as { n: number; wait: number }[];
  return found ?? { n: 0, wait: 0 };
}

function refuseFrom(max: number, { n, wait }: { n: number; wait: number }, message: string): void {
  if (n >= max) throw tooMany(wait, message);
}

/** 429 when the account has added as many children in 24 hours as it may, deleted ones too. */
export async function refuseMoreChildren(limits: Limits, trx: Db, userId: string): Promise<void> {
  const rows = trx('children').where({ parent_id: await lockFamily(trx, userId) });
  refuseFrom(
    localLimit(limits, limits.CHILDREN_PER_DAY),
    await recent(rows, 'created_at', trx),
    'Terlalu banyak anak ditambahkan hari ini. Silakan lanjutkan besok atau hubungi kami.',
  );
}

/** Notes that the account enters a NIK for this child; 429 beyond what an account and a child may have in 24 hours. */
export async function countNikEntry(limits: Limits, trx: Db, userId: string, childId: string): Promise<void> {
  await lockFamily(trx, userId);
  const message = 'NIK terlalu sering diubah hari ini. Silakan lanjutkan besok atau hubungi kami.';
  const ofAccount = await recent(trx('nik_entries').where({ user_id: userId }), 'at', trx);
  refuseFrom(localLimit(limits, limits.NIK_ENTRIES_PER_DAY), ofAccount, message);
  const ofChild = await recent(trx('nik_entries').where({ child_id: childId }), 'at', trx);
  refuseFrom(localLimit(limits, limits.NIK_CHANGES_PER_CHILD), ofChild, message);
  await trx('nik_entries')
    .where({ user_id: userId })
    .where('at', '<', trx.raw(`now() - ${DAY}`))
    .delete();
  await trx('nik_entries').insert({ child_id: childId, user_id: userId });
}
