import { sortKey } from '@gerbang/domain/waitlist';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { PoolRecord } from '../record/seat-pools.repository.ts';
import { changeKeys } from './list-changes.ts';
import { waitingEntries } from '../record/waitlist.repository.ts';

/** Orders the list of a locked pool by its new criteria. */
export async function reorderList(
  trx: Db,
  pool: PoolRecord,
  reason: string | null,
  by: Actor,
): Promise<void> {
  const entries = await waitingEntries(trx, pool.id);
  const keyed = entries.map((entry) => ({
    ...entry,
    sort_key: sortKey(pool.criteria, entry.criteria_values, entry.registration_id),
  }));
  const event = { pool_id: pool.id, cause: 'rule_changed', count: entries.length, note: reason } as const;
  await changeKeys(trx, keyed, event, by);
}
