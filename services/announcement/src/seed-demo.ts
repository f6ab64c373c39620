import { parseConfig } from '@gerbang/service-kit/config';
import { createDatabase } from '@gerbang/service-kit/database';
import { createLogger } from '@gerbang/service-kit/logger';
import { configSchema } from './config.ts';
import { buildContext } from './context.ts';
import { demoMade, demoWorld, seedAnnouncements } from './demo-announcements.ts';

const WAIT_MS = 30_000;
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
    if (!world) throw new Error('The demo family has not come from admission.');
    const context = buildContext(config, database, createLogger('announcement-seed', 'warn'));
    await seedAnnouncements(context, world);
    process.stdout.write('demo announcements made\n');
  }
} finally {
  await database.close();
}
