import type { EventPayload } from '@gerbang/contracts/events';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { decideConfirmation } from './decide-confirmation.ts';

/** Why a confirmation that waits is declined, by whom, and whether the family hears of it by another message. */
interface Declining {
  readonly actor: NonNullable<EventPayload<'offer.releasing'>['actor']>;
  readonly reason: string;
  readonly requestId: string;
  readonly quiet?: boolean;
}

/** Declines a confirmation that waits, within a transaction and for a person who decided elsewhere. */
export async function declineWaiting(
  context: Context,
  trx: Knex.Transaction,
  confirmationId: string,
  { actor: { id, role }, reason, requestId, quiet = false }: Declining,
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
      quiet,
    },
  );
}
