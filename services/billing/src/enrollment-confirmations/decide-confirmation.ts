import type { decideConfirmation as call, Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { ConfirmationActor } from '@gerbang/domain/enrollment-confirmations';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { issueLetter } from '../papers/issue-letter.ts';
import { findPaper } from '../papers/papers.repository.ts';
import { notifyConfirmation } from '../family-messages.ts';
import { changeConfirmation, refuseMove, writtenConfirmation } from './change-confirmation.ts';
import { type ConfirmationColumns, lockConfirmation } from './enrollment-confirmations.repository.ts';
import { toConfirmation } from './enrollment-confirmations.view.ts';

/** A decision within a running transaction. */
export interface WithinChange extends Pick<Database, 'transaction'> {
  /** Another message says it. */
  readonly quiet?: boolean;
  /** A family that leaves ends what was processed, too. */
  readonly by?: ConfirmationActor;
  readonly columns?: ConfirmationColumns;
}

/** Processes or declines a confirmation that waits; a second decision is 409. */
export async function decideConfirmation(
  context: Context,
  caller: Caller,
  id: string,
  { status, reason = null }: z.output<(typeof call)['body']>,
  database: WithinChange = context.database,
): Promise<Confirmation> {
  return changeConfirmation(context, database, caller, {
    lock: (trx) => lockConfirmation(trx, { id }),
    decide: async ({ trx, present, actor }) => {
      refuseMove(present.status, status, database.by ?? 'staff');
      const by = await actor();
      const columns = {
        decline_reason: reason,
        decided_by_id: by.id,
        decided_by_name: by.name,
        decided_by_role: caller.role,
        decided_at: context.now(),
        ...database.columns,
      };
      const write = async () => {
        // One whose scheme was cancelled keeps the letter that it had.
        if (status === 'processed' && !(await findPaper(trx, { confirmation_id: id }))) {
          await issueLetter(context, trx, present);
        }
      };
      return { to: status, cause: status, columns, reason, write };
    },
    notify: async ({ trx }, changed) => {
      if (!database.quiet) await notifyConfirmation(context, trx, `confirmation_${status}`, changed);
    },
    view: async ({ trx }) => toConfirmation(await writtenConfirmation(trx, id)),
  });
}
