import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { childrenWithComplete, endDocuments } from './end-documents.repository.ts';
import { publishCompleteness } from './publish-completeness.ts';

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
