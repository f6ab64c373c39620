import type { EventPayload } from '@gerbang/contracts/events';
import { newestOf } from '@gerbang/service-kit/data/copies';
import type { Context } from '../context.ts';
import type { Knex } from 'knex';
import { saveAccounts } from '../parents/accounts.repository.ts';
import { publishRegistrationsOf } from '../registration-record/registration-events.ts';

/**
 * Keeps the accounts of these events. Where name or login phone are others now, the family's registrations are published
 * again: other services keep the phone beside them, and staff search by both.
 */
export async function keepAccounts(
  context: Pick<Context, 'outbox'>,
  trx: Knex.Transaction,
  accounts: readonly EventPayload<'account.changed'>[],
): Promise<void> {
  for (const id of await saveAccounts(trx, newestOf(accounts))) {
    await publishRegistrationsOf(context, trx, { 'c.parent_id': id });
  }
}
