import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { configSchema } from './config.ts';
import { buildContext } from './context.ts';
import { demoParent, seedDemoFamily } from './demo-family.ts';
import { seedObserved } from './demo-observed.ts';

const WAIT_MS = 120_000;
const LOOK_MS = 200;

/** Auth makes the staff beside the parent; the last of them comes last. */
const STAFF_COUNT = 7;

/** Program: gives the demo parent a family. Runs in the local run only, after auth's seed. */
const config = parseConfig(configSchema);
if (!config.LOCAL_RUN) {
  process.stderr.write('The demo family is for the local run (LOCAL_RUN=1) only.\n');
  process.exit(1);
}
const database = createDatabase(config.DATABASE_URL, { name: 'admission-seed', max: 2 });
try {
  // The account is auth's and comes by its event.
  const deadline = Date.now() + WAIT_MS;
  const arrived = async () => {
    const [row] = await database
      .knex('accounts')
      .whereNot({ role: 'wali_murid' })
      .count<{ n: number }[]>('* as n');
    return (row?.n ?? 0) >= STAFF_COUNT ? demoParent(database.knex) : undefined;
  };
  let parent = await arrived();
  while (!parent && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    parent = await arrived();
  }
  if (!parent) throw new Error('The demo accounts have not come from auth.');
  const context = buildContext(config, database, createLogger('admission-seed', 'warn'));
  const { store } = context;
  const made = await seedDemoFamily(context, store, parent);
  await seedObserved(context, store, parent);
  process.stdout.write(made ? 'demo family made\n' : 'the demo family is there\n');
} finally {
  await database.close();
}
