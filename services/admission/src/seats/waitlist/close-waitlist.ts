import { closeWaitlist as call } from '@gerbang/contracts/waitlists';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Db } from '@gerbang/service-kit/data/database';
import { publishAccountMessages } from '@gerbang/service-kit/events/account-messages';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { stageMove, writeStages } from '../../registration-record/stages.repository.ts';
import { publishMoves } from '../../registration-record/publish.ts';
import { lockRegistrations } from '../../registration-record/registrations.repository.ts';
import { noPool, POOL_ACTIONS } from '../record/pool-rules.ts';
import { lockPool } from '../record/seat-pools.repository.ts';
import { toPool } from '../record/seat-pools.view.ts';
import { leaveList } from './list-changes.ts';
import { endedMessage } from '../record/seat-messages.ts';
import { type EntryRecord, waitingEntries } from '../record/waitlist.repository.ts';

/** How a list ends, and by whom. */
interface ListEnd {
  readonly pool_id: string;
  readonly reason: string;
  readonly by: Actor;
}

/** Ends entries of one locked list: their children get no seat. */
export async function endList(
  context: Pick<Context, 'now'>,
  trx: Db,
  entries: readonly EntryRecord[],
  { pool_id, reason, by }: ListEnd,
): Promise<Awaited<ReturnType<typeof lockRegistrations>>> {
  const locked = await lockRegistrations(
    trx,
    entries.map(({ registration_id }) => registration_id),
  );
  await leaveList(
    trx,
    entries.map((entry) => entry.id),
    { pool_id, cause: 'closed', count: entries.length, entry_id: null, note: reason },
    { status: 'closed', at: context.now(), by },
  );
  await writeStages(
    trx,
    locked.map((present) => ({ present, to: 'failed', by: 'seats', actor: by })),
  );
  return locked;
}

/** Publishes that these children wait no more, and tells each family once. */
export async function publishListEnd(
  context: Context,
  trx: Db,
  entries: readonly EntryRecord[],
  locked: Awaited<ReturnType<typeof lockRegistrations>>,
): Promise<void> {
  const moves = locked.map((present) => stageMove({ present, to: 'failed', by: 'seats' }));
  await publishMoves(context, trx, moves, { bulk: true });
  const entryOf = new Map(entries.map((entry) => [entry.registration_id, entry.id]));
  const addressed = locked.map((subject) => ({
    userId: subject.family_user_id,
    account: subject.account,
    message: {
      ...endedMessage(context, subject, entryOf.get(subject.id) ?? ''),
      priority: 'bulk' as const,
    },
  }));
  await publishAccountMessages(context, trx, addressed);
}

/** Ends a list, once for a key: families that wait get no seat and one message. */
export async function closeWaitlist(
  context: Context,
  caller: Caller,
  id: string,
  { reason, version }: z.output<(typeof call)['body']>,
): Promise<{ closed: number }> {
  return changeOnce(
    context,
    { ...caller, ifMatch: `"${version}"` },
    { route: call.id, body: { id, reason, version } },
    {
      lock: (trx) => lockPool(trx, id),
      notFound: noPool,
      expect: { actions: POOL_ACTIONS, present: ({ trx, present }) => toPool(context, trx, present) },
      apply: async ({ trx, actor }) => {
        const entries = await waitingEntries(trx, id);
        if (entries.length === 0) return null;
        const end = { pool_id: id, reason, by: await actor() };
        return { entries, locked: await endList(context, trx, entries, end) };
      },
      audit: (_step, { locked }) => ({
        action: 'waitlist.closed',
        subject: id,
        details: { closed: locked.length, reason },
      }),
      publish: ({ trx }, { entries, locked }) => publishListEnd(context, trx, entries, locked),
      view: (_step, change) => ({ closed: change?.locked.length ?? 0 }),
    },
  );
}
