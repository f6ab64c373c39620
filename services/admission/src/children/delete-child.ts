import { isLiveStage } from '@gerbang/domain/live-stages';
import { mayDeleteChild } from '@gerbang/domain/registrations';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { deletionOf, deleteRegistrations } from '../registration-record/delete-registrations.ts';
import { beforeMove } from '../registration-record/moves.ts';
import { publishMoves } from '../registration-record/publish.ts';
import { lockRegistrationsOfChild } from '../registration-record/registrations.repository.ts';
import { CHILD_ACTIONS, childLocked, noChild } from '../registration-record/child-rules.ts';
import { isChildLocked, lockOwnChild, markChildDeleted } from '../registration-record/children.repository.ts';
import { toChild } from './children.view.ts';

/**
 * Marks a child of the caller's family deleted, its registrations with it. 409 while a live registration of it is paid,
 * verified or past `registered`. Consent, history and proofs stay.
 */
export async function deleteChild(context: Context, caller: Caller, id: string): Promise<void> {
  await changeLocked(context.database, caller, {
    lock: (trx) => lockOwnChild(trx, caller.id, id),
    notFound: noChild,
    expect: {
      actions: CHILD_ACTIONS,
      present: async ({ trx, present }) => toChild(context.columns, present, await isChildLocked(trx, id)),
    },
    apply: async ({ trx, present }) => {
      const registrations = await lockRegistrationsOfChild(trx, id);
      if (registrations.some((one) => one.locked)) throw childLocked();
      if (!mayDeleteChild(registrations.filter((one) => isLiveStage(one.current_stage)))) {
        throw conflict(
          'child_registered',
          'Anak tidak dapat dihapus karena pendaftarannya sudah dibayar atau sedang diproses.',
        );
      }
      const moves = registrations.map(deletionOf);
      for (const move of moves) await beforeMove(context, trx, move);
      const ids = registrations.map((one) => one.id);
      const notes = await deleteRegistrations(trx, ids);
      await markChildDeleted(trx, present);
      return { ids, moves, notes };
    },
    audit: (_step, { ids, notes }) => [
      ...notes,
      { action: 'child.deleted', subject: id, details: { registrations: ids } },
    ],
    publish: ({ trx }, { moves }) => publishMoves(context, trx, moves),
    view: () => undefined,
  });
}
