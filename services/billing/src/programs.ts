import {
  rotateSealed,
  showReads,
  showRetention,
  verifyAudit,
} from '@gerbang/service-kit/program/common-programs';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
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
import { forgetTold } from './family-dues/family-dues.repository.ts';
import { tellDues } from './family-dues/tell-dues.ts';
import { sumLedger, verifyBooks } from './invoice-payments/ledger.repository.ts';
import { replayReturnedFees } from './refunds/tell-returned-fee.ts';
import { retentionRules } from './retention.ts';

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
  'preview-retention': showRetention(storeSchema, ({ database }) => retentionRules(database)),
  'rotate-columns': rotateSealed(storeSchema, DATA_CLASSES),
  // For an admission service that has lost its copies of dues and of returned fees, or never had any.
  'replay-events': program(storeSchema, async ({ config, database, say }) => {
    const outbox = createOutbox(createSealer(config.BUS_KEYS));
    await forgetTold(database.knex);
    say(`the dues of ${await tellDues({ database, outbox })} families told again`);
    say(`${await replayReturnedFees({ database, outbox })} fees that went back told again`);
  }),
  'seed-demo': demoProgram(configSchema, async (parts) => (await import('./demo/seed-demo.ts')).seed(parts)),
});
