import { closeWaitlist as call } from '@gerbang/contracts/waitlists';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
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
import { waitingEntries } from '../record/waitlist.repository.ts';

/** Ends a list, once for a key: who waits gets no seat, and is told once. */
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
        const by = await actor();
        const locked = await lockRegistrations(
          trx,
          entries.map(({ registration_id }) => registration_id),
        );
        await leaveList(
          trx,
          entries.map((entry) => entry.id),
          { pool_id: id, cause: 'closed', count: entries.length, entry_id: null, note: reason },
          { status: 'closed', at: context.now(), by },
        );
        await writeStages(
          trx,
          locked.map((present) => ({ present, to: 'failed', by: 'seats', actor: by })),
        );
        return { entries, locked };
      },
      audit: (_step, { locked }) => ({
        action: 'waitlist.closed',
        subject: id,
        details: { closed: locked.length, reason },
      }),
      publish: async ({ trx }, { entries, locked }) => {
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
      },
      view: (_step, change) => ({ closed: change?.locked.length ?? 0 }),
    },
  );
}
