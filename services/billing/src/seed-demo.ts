import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { configSchema } from './config.ts';
import { buildContext } from './context.ts';
import { demoMade, demoWorld, isOlderDemo, seedEnrollments } from './demo-enrollments.ts';

const WAIT_MS = 120_000;
const OLDER_DEMO_MS = 5000;
const LOOK_MS = 200;

/** Program: gives the demo family its re-enrolments. Runs in the local run only, after announcement's seed. */
const config = parseConfig(configSchema);
if (!config.LOCAL_RUN) {
  process.stderr.write('The demo re-enrolments are for the local run (LOCAL_RUN=1) only.\n');
  process.exit(1);
}
const database = createDatabase(config.DATABASE_URL, { name: 'billing-seed', max: 2 });
try {
  if (await demoMade(database.knex)) {
    process.stdout.write('the demo re-enrolments are there\n');
  } else {
    // Accounts are auth's, results announcement's and admission's; all come by their events.
    const begun = Date.now();
    let world = await demoWorld(database.knex);
    while (!world && Date.now() < begun + WAIT_MS) {
      if (Date.now() > begun + OLDER_DEMO_MS && (await isOlderDemo(database.knex))) break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      world = await demoWorld(database.knex);
    }
    if (world) {
      const context = buildContext(config, database, createLogger('billing-seed', 'warn'));
      await seedEnrollments(context, world);
      process.stdout.write('demo re-enrolments made\n');
    } else {
      // The accepted children of an older demo may be others: nothing depends on them.
      process.stdout.write('the demo family has no accepted children to re-enrol\n');
    }
  }
} finally {
  await database.close();
}
