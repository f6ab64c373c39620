import { isDeepStrictEqual } from 'node:util';
import type { Database } from '@gerbang/service-kit/data/database';
import { statementOf } from '@gerbang/service-kit/data/statements';
import type { Context } from '../context.ts';
import { composer, shapeOf } from './compose-dashboards.ts';
import {
  type Composed,
  type DashboardRow,
  dashboardRow,
  storedFamilies,
  storeBody,
} from './family-dashboards.repository.ts';
import { noteRepairs } from './repairs.repository.ts';

const BATCH = 200;
const NO_ID = '00000000-0000-0000-0000-000000000000';

interface Parts {
  readonly database: Database;
  readonly row: (userId: string) => Promise<DashboardRow[]>;
  readonly compose: (userId: string) => Promise<Composed>;
}

/** Whether the family's stored answer is another than a fresh one; it is then replaced. */
async function mend({ database, row, compose }: Parts, userId: string): Promise<boolean> {
  const [stored] = await row(userId);
  if (!stored || stored.body === null || stored.shape !== shapeOf(stored)) return false;
  const { body, awaits_results, untold, accepted, changes } = stored;
  const fresh = await compose(userId);
  if (isDeepStrictEqual({ body, awaits_results, untold, accepted }, fresh)) return false;
  const [now] = await row(userId);
  // Changed while it was compared: the difference may be the change.
  if (now?.changes !== changes || now.types !== stored.types) return false;
  await storeBody(database.knex, userId, { changes, shape: shapeOf(stored) }, fresh);
  return true;
}

/** Compares every stored answer with a fresh one, replaces those that differ, and returns their number. */
export async function checkDashboards(context: Pick<Context, 'database' | 'log'>): Promise<number> {
  const { database } = context;
  const parts: Parts = {
    database,
    row: statementOf<DashboardRow>(database, 'admission_dashboard_row', dashboardRow),
    compose: composer(context),
  };
  let found = 0;
  let after = NO_ID;
  for (;;) {
    const families = await storedFamilies(database.knex, after, BATCH);
    for (const userId of families) if (await mend(parts, userId)) found += 1;
    after = families.at(-1) ?? after;
    if (families.length < BATCH) break;
  }
  await noteRepairs(context, database.knex, 'admission', found);
  return found;
}
