import type { Db } from '../data/database.ts';

/** How many statements of this database wait for a lock now; asked in the transaction that holds it, which stays awake so. */
export async function lockWaiters(gate: Db): Promise<number> {
  // Within a transaction the first look would stay.
  await gate.raw('select pg_stat_clear_snapshot()');
  const { rows } = await gate.raw(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return Number((rows as { n: number }[])[0]?.n);
}
