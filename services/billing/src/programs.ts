import { trailRule } from '@gerbang/service-kit/data/retention';
import {
  rotateSealed,
  showReads,
  showRetention,
  verifyAudit,
} from '@gerbang/service-kit/program/common-programs';
import {
  demoProgram,
  program,
  ProgramError,
  type ProgramParts,
  runPrograms,
} from '@gerbang/service-kit/program/programs';
import { readsOf } from './audit-reads.repository.ts';
import { configSchema, storeSchema } from './config.ts';
import { DATA_CLASSES } from './data-classes.ts';
import { sumLedger, verifyBooks } from './invoice-payments/ledger.repository.ts';

/** Prints the totals of the books, or fails with everything that does not balance. */
async function printBooks({ database, say }: ProgramParts<unknown>): Promise<void> {
  const wrong = await verifyBooks(database);
  if (wrong.length > 0) {
    const lines = wrong.map(({ rule, subject, found }) => `billing: ${rule}: ${subject}: ${found}`);
    throw new ProgramError(lines.join('\n'));
  }
  const { rows, total } = await sumLedger(database.knex);
  say(`billing: the books balance (${rows} rows in the ledger, Rp ${total.toLocaleString('id-ID')})`);
}

/** Programs beside the service: `node services/billing/src/programs.ts <name> [arguments]`, with the service's variables. */
await runPrograms('billing', {
  'verify-audit': verifyAudit(storeSchema),
  'verify-books': program(storeSchema, printBooks),
  'audit-reads': showReads(storeSchema, readsOf),
  'preview-retention': showRetention(storeSchema, ({ database }) => [trailRule(database)]),
  'rotate-columns': rotateSealed(storeSchema, DATA_CLASSES),
  'seed-demo': demoProgram(configSchema, async (parts) => (await import('./demo/seed-demo.ts')).seed(parts)),
});
