import { isDocumentComplete } from '@gerbang/domain/child-documents';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { publishRegistrations, replayRegistrations } from '../registration-record/publish.ts';
import type { DocumentRecord } from './child-documents.repository.ts';
import { childrenWithComplete, endDocuments } from './end-documents.repository.ts';
import { markTold, untoldTypes } from './document-types.repository.ts';

type State = Pick<DocumentRecord, 'status' | 'approved_version'>;

/** Publishes the registrations of a child, whose documents are complete or not complete any more. */
export async function publishCompleteness(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  childId: string,
): Promise<void> {
  await publishRegistrations(context, trx, { 'c.id': childId });
}

/** The same after a change of one document, if it made a difference. */
export async function publishChange(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  childId: string,
  [before, after]: readonly [State, State],
): Promise<void> {
  if (isDocumentComplete(before) !== isDocumentComplete(after))
    await publishCompleteness(context, trx, childId);
}

/**
 * Ends documents whose time is over, and publishes the registrations of their children, whose documents are not complete any
 * more. Returns the files whose bytes can go after the commit.
 */
export async function endOldDocuments(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  ids: readonly string[],
): Promise<string[]> {
  const children = await childrenWithComplete(trx, ids);
  const files = await endDocuments(trx, ids);
  for (const childId of children) await publishCompleteness(context, trx, childId);
  return files;
}

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
