import { ProgramError, type ProgramParts, waitFor } from '@gerbang/service-kit/program/programs';
import type { Config } from './config.ts';
import { buildContext } from './context.ts';
import { demoParent, seedDemoFamily } from './demo-family.ts';
import { seedObserved } from './demo-observed.ts';

/** Auth makes the staff beside the parent; the last of them comes last. */
const STAFF_COUNT = 7;

/** Gives the demo parent a family, after auth's seed. */
export async function seed({ config, database, log, say }: ProgramParts<Config>): Promise<void> {
  // The account is auth's and comes by its event.
  const parent = await waitFor(async () => {
    const [row] = await database
      .knex('accounts')
      .whereNot({ role: 'wali_murid' })
      .count<{ n: number }[]>('* as n');
    return (row?.n ?? 0) >= STAFF_COUNT ? demoParent(database.knex) : undefined;
  });
  if (!parent) throw new ProgramError('The demo accounts have not come from auth.');
  const context = buildContext(config, database, log);
  const made = await seedDemoFamily(context, context.store, parent);
  await seedObserved(context, context.store, parent);
  say(made ? 'demo family made' : 'the demo family is there');
}
