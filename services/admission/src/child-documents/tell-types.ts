import type { Context } from '../context.ts';
import { replayRegistrations } from '../registration-record/publish.ts';
import { markTold, untoldTypes } from './document-types.repository.ts';

/**
 * Publishes all registrations again after a change of what a type holds back, in batches, so that no change of a type locks
 * them all. A type that changes meanwhile stays untold. Returns the number of registrations.
 */
export async function tellTypes(context: Pick<Context, 'database' | 'outbox'>): Promise<number> {
  const { knex } = context.database;
  const types = await untoldTypes(knex);
  if (types.length === 0) return 0;
  const told = await replayRegistrations(context);
  await markTold(knex, types);
  return told;
}
