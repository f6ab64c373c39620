import { trailRule } from '@gerbang/service-kit/data/retention';
import { showRetention, verifyAudit } from '@gerbang/service-kit/program/common-programs';
import { demoProgram, runPrograms } from '@gerbang/service-kit/program/programs';
import { configSchema, storeSchema } from './config.ts';

/** Programs beside the service: `node services/announcement/src/programs.ts <name> [arguments]`, with the service's variables. */
await runPrograms('announcement', {
  'verify-audit': verifyAudit(storeSchema),
  'preview-retention': showRetention(storeSchema, ({ database }) => [trailRule(database)]),
  'seed-demo': demoProgram(configSchema, async (parts) => (await import('./demo/seed-demo.ts')).seed(parts)),
});
