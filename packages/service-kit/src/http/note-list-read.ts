import { audit } from '../audit/audit.ts';
import type { Db } from '../data/database.ts';
import { actorOf, type Caller } from './caller.ts';
import type { PageQuery } from './paging.ts';

/** Notes in the trail that a page of a list was read, and by which filters. How many rows there are is no reading. */
export async function noteListRead(
  db: Db,
  caller: Caller,
  { count, cursor }: Pick<PageQuery, 'count' | 'cursor'>,
  action: string,
  filters: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (count) return;
  await audit(db, {
    action,
    actor: await actorOf(db, caller),
    subject: caller.id,
    details: { filters, next_page: cursor !== undefined },
    origin: caller.origin,
  });
}
