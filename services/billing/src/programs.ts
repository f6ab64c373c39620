import { trailRule } from '@gerbang/service-kit/data/retention';
import {
  rotateSealed,
  showReads,
  showRetention,
  verifyAudit,
} from '@gerbang/service-kit/program/common-programs';
import { demoProgram, program, runPrograms } from '@gerbang/service-kit/program/programs';
import { readsOf } from './audit-reads.ts';
import { configSchema, storeSchema } from './config.ts';
import { DATA_CLASSES } from './data-classes.ts';
import { printBooks } from './invoice-payments/print-books.ts';

/** Programs beside the service: `node services/billing/src/programs.ts <name> [arguments]`, with the service's variables. */
await runPrograms('billing', {
  'verify-audit': verifyAudit(storeSchema),
  'verify-books': program(storeSchema, printBooks),
  'audit-reads': showReads(storeSchema, readsOf),
  'preview-retention': showRetention(storeSchema, ({ database }) => [trailRule(database)]),
  'rotate-columns': rotateSealed(storeSchema, DATA_CLASSES),
  'seed-demo': demoProgram(configSchema, async (parts) =>
    (await import('./demo-enrollments.ts')).seed(parts),
  ),
});
