import { isDocumentComplete } from '@gerbang/domain/child-documents';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { publishRegistrationsOf } from '../registration-record/publish.ts';
import type { DocumentRecord } from './child-documents.repository.ts';

type State = Pick<DocumentRecord, 'status' | 'approved_version'>;

/** Publishes the registrations of a child, whose documents are complete or not complete any more. */
export async function publishCompleteness(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  childId: string,
): Promise<void> {
  await publishRegistrationsOf(context, trx, { 'c.id': childId });
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
