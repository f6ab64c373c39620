import type { EventPayload } from '@gerbang/contracts/events';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { decideConfirmation, type WithinChange } from './decide-confirmation.ts';

/** Why a confirmation is declined, and by whom. */
interface Declining extends Omit<WithinChange, 'transaction'> {
  readonly actor: NonNullable<EventPayload<'offer.releasing'>['actor']>;
  readonly reason: string;
  readonly requestId: string;
}

/** Declines a confirmation that waits, or by `withdrawal` one that was processed, within a transaction and for a person who decided elsewhere. */
export async function declineWaiting(
  context: Context,
  trx: Knex.Transaction,
  confirmationId: string,
  { actor: { id, role }, reason, requestId, ...within }: Declining,
): Promise<void> {
  const caller: Caller = {
    id,
    role,
    origin: { address: '', requestId },
    ifMatch: undefined,
    idempotencyKey: undefined,
  };
  await decideConfirmation(
    context,
    caller,
    confirmationId,
    { status: 'declined', reason },
    {
      transaction: (work) => work(trx),
      ...within,
    },
  );
}
