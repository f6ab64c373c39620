import type { confirmPriority as call, Priority } from '@gerbang/contracts/waitlists';
import { sortKey } from '@gerbang/domain/waitlist';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { forbidden } from '@gerbang/service-kit/http/problems';
import type { Db } from '@gerbang/service-kit/data/database';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { noRegistration, refuseReadOnly, REGISTRATION_ACTIONS } from '../../registration-record/rules.ts';
import { lockOne, registrations } from '../../registration-record/registrations.repository.ts';
import { lockPoolsOf, type PoolRecord, readAnyPool } from '../record/seat-pools.repository.ts';
import { changeKeys } from './list-changes.ts';
import { prioritiesOf, writePriority } from './priorities.repository.ts';
import { waitingEntryOf } from '../record/waitlist.repository.ts';
import { toPriority } from './waitlist.view.ts';

type Body = z.output<(typeof call)['body']>;

const shownPriorities = async (db: Db, id: string): Promise<Priority[]> =>
  (await prioritiesOf(db, [id])).map(toPriority);

/** The entry's key with the priority as it is now; null where nothing moves by it. */
async function rekeyed(trx: Db, id: string, { kind, confirmed }: Body) {
  const entry = await waitingEntryOf(trx, id);
  const pool: PoolRecord | undefined = entry && (await readAnyPool(trx, entry.pool_id));
  if (!entry || !pool || entry.criteria_values[kind] === confirmed) return null;
  const criteria_values = { ...entry.criteria_values, [kind]: confirmed };
  return { ...entry, criteria_values, sort_key: sortKey(pool.criteria, criteria_values, id) };
}

/** Confirms a priority of a child, or takes it back: the numbers of its list follow. Not for one's own family. */
export async function confirmPriority(
  context: Context,
  caller: Caller,
  id: string,
  body: Body,
): Promise<Priority[]> {
  const { kind, confirmed, note } = body;
  return changeLocked(context.database, caller, {
    lock: async (trx) => {
      await lockPoolsOf(trx, [id]);
      return lockOne(registrations(trx), id);
    },
    notFound: noRegistration,
    expect: { actions: REGISTRATION_ACTIONS, present: ({ trx }) => shownPriorities(trx, id) },
    apply: async ({ trx, present, actor }) => {
      if (present.family_user_id === caller.id) {
        throw forbidden('Prioritas keluarga sendiri dipastikan oleh orang lain.', 'own_family');
      }
      await refuseReadOnly(trx, present.academic_year);
      const before = (await prioritiesOf(trx, [id])).find((one) => one.kind === kind);
      if (before?.confirmed === confirmed && before.note === note) return null;
      const by = await actor();
      await writePriority(trx, { registration_id: id, kind, confirmed, note }, by);
      const entry = await rekeyed(trx, id, body);
      if (entry) {
        const priority = confirmed ? kind : null;
        const event = { pool_id: entry.pool_id, cause: 'priority_confirmed', count: 1 } as const;
        await changeKeys(trx, [entry], { ...event, entry_id: entry.id, priority }, by);
      }
      return { from: before?.confirmed ?? false };
    },
    audit: (_step, { from }) => ({
      action: 'priority.decided',
      subject: id,
      details: { priority: kind, confirmed: { from, to: confirmed } },
    }),
    view: ({ trx }) => shownPriorities(trx, id),
  });
}
