import { trailRule } from '@gerbang/service-kit/data/retention';
import { showRetention, verifyAudit } from '@gerbang/service-kit/program/common-programs';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { demoProgram, program, runPrograms } from '@gerbang/service-kit/program/programs';
import { tellResults } from './announcements/tell-results.ts';
import { configSchema, storeSchema } from './config.ts';

/** Programs beside the service: `node services/announcement/src/programs.ts <name> [arguments]`, with the service's variables. */
await runPrograms('announcement', {
  'verify-audit': verifyAudit(storeSchema),
  'preview-retention': showRetention(storeSchema, ({ database }) => [trailRule(database)]),
  // For a dashboard whose copy of the published results is new or was lost.
  'replay-events': program(storeSchema, async ({ config, database, say }) => {
    const outbox = createOutbox(createSealer(config.BUS_KEYS));
    say(`${await tellResults({ database, outbox }, 'all')} results told again`);
  }),
  'seed-demo': demoProgram(configSchema, async (parts) => (await import('./demo/seed-demo.ts')).seed(parts)),
});
