import type { EventPayload } from '@gerbang/contracts/events';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { followFees } from './issue-fee-receipts.ts';
import { replaceCorrected } from './replace-papers.ts';
import { endExpectations } from '../payment-expectations/payment-expectations.repository.ts';
import { saveRegistrations } from '../registrations/registrations.repository.ts';

/** Keeps registrations as admission tells of them, with the papers of their fees; an older version changes nothing. */
export async function keepRegistrations(
  context: Pick<Context, 'school' | 'now'>,
  trx: Knex.Transaction,
  changes: readonly EventPayload<'registration.changed'>[],
): Promise<void> {
  const written = await replaceCorrected(context, trx, changes, () => saveRegistrations(trx, changes));
  await followFees(context, trx, written);
  const left = changes.filter(({ current_stage }) => current_stage === 'withdrawn').map(({ id }) => id);
  if (left.length > 0) await endExpectations(trx, left);
}
