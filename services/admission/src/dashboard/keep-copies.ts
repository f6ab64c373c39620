import type { EventPayload } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import { noteFeed, saveDues } from './family-dashboards.repository.ts';
import { savePublished } from '../registration-record/published-results.repository.ts';
import { noteRepairs } from './repairs.repository.ts';

/** Keeps what announcement tells again of published results; what a check brings should have been here. */
export async function keepTold(
  context: Pick<Context, 'log'>,
  trx: Db,
  told: EventPayload<'results.told'>,
): Promise<void> {
  const written = await savePublished(trx, told);
  if (told.check) await noteRepairs(context, trx, 'announcement', written);
}

/** Keeps the dues of families; what a check brings should have been here. */
export async function keepDues(
  context: Pick<Context, 'log'>,
  trx: Db,
  { families, complete_at, check }: EventPayload<'dues.changed'>,
): Promise<void> {
  const written = await saveDues(trx, families);
  if (check) await noteRepairs(context, trx, 'billing', written);
  if (complete_at !== null) await noteFeed(trx, complete_at);
}
