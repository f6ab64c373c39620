import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { configSchema } from './config.ts';
import { buildContext } from './context.ts';
import { demoMade, demoWorld, seedAnnouncements } from './demo-announcements.ts';

const WAIT_MS = 120_000;
const LOOK_MS = 200;

/** Program: gives the demo family its announcements. Runs in the local run only, after admission's seed. */
const config = parseConfig(configSchema);
if (!config.LOCAL_RUN) {
  process.stderr.write('The demo announcements are for the local run (LOCAL_RUN=1) only.\n');
  process.exit(1);
}
const database = createDatabase(config.DATABASE_URL, { name: 'announcement-seed', max: 2 });
try {
  if (await demoMade(database.knex)) {
    process.stdout.write('the demo announcements are there\n');
  } else {
    // Accounts are auth's, registrations admission's; both come by their events.
    const deadline = Date.now() + WAIT_MS;
    let world = await demoWorld(database.knex);
    while (!world && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      world = await demoWorld(database.knex);
    }
    if (world) {
      const context = buildContext(config, database, createLogger('announcement-seed', 'warn'));
      await seedAnnouncements(context, world);
      process.stdout.write('demo announcements made\n');
    } else {
      // The observed children of an older demo may be others: nothing depends on them.
      process.stdout.write('the demo family has no observed children to announce\n');
    }
  }
} finally {
  await database.close();
}
