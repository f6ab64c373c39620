import { seatPoolSchema, type SeatPool } from '@gerbang/contracts/seat-pools';
import { levelSentence } from '@gerbang/domain/level-words';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';
import { shown } from '@gerbang/service-kit/http/shown';
import type { Context } from '../../context.ts';
import { lastRules } from './waitlist.repository.ts';
import { poolFigures, type PoolRecord } from './seat-pools.repository.ts';

/** Pupils a class at most (Permendikdasmen 26/2025); of KB and TK those of their usual ages. */
const CLASS_SIZES: Readonly<Record<Jenjang, number>> = { KB: 12, TK: 15, SD: 28, SMP: 32 };

/** A warning where the seats are more than the classes hold that come nearest to them. */
function warningsOf({ jenjang, seats }: PoolRecord): SeatPool['warnings'] {
  const size = CLASS_SIZES[jenjang];
  const classes = Math.max(1, Math.round(seats / size));
  if (seats <= size * classes) return [];
  return [{ code: 'above_class_size', text: `Lebih besar dari ${size} per rombel × ${classes}.` }];
}

const NOTHING = { open: 0, accepted: 0, releasing: 0, paid: 0, waiting: 0, due_soon: 0, next_deadline: null };

/** Pools with how their offers and lists stand. */
export async function toPools(
  { school, now }: Pick<Context, 'school' | 'now'>,
  db: Db,
  pools: readonly PoolRecord[],
): Promise<SeatPool[]> {
  const ids = pools.map(({ id }) => id);
  const figures = new Map((await poolFigures(db, ids, now())).map(({ pool_id, ...rest }) => [pool_id, rest]));
  const rules = new Map((await lastRules(db, ids)).map((rule) => [rule.pool_id, rule]));
  return pools.map((pool) => {
    const { next_deadline, ...counts } = figures.get(pool.id) ?? NOTHING;
    const rule = rules.get(pool.id);
    return {
      ...shown(seatPoolSchema, pool),
      criteria: [...pool.criteria],
      ...counts,
      free: pool.offer_limit - pool.taken,
      label: levelSentence(school.settings.levels, pool),
      next_deadline: next_deadline?.toISOString() ?? null,
      rule_set: rule
        ? { by: { name: rule.actor_name, role: rule.actor_role }, at: rule.at.toISOString() }
        : null,
      warnings: warningsOf(pool),
    };
  });
}

/** One pool. */
export async function toPool(
  context: Pick<Context, 'school' | 'now'>,
  db: Db,
  pool: PoolRecord,
): Promise<SeatPool> {
  const [only] = await toPools(context, db, [pool]);
  if (!only) throw new Error('a pool was not shown');
  return only;
}
