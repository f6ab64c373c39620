import { createColumns } from '@gerbang/service-kit/data/columns';
import { rotateColumns } from '@gerbang/service-kit/data/column-rotation';
import { sealedTables } from '@gerbang/service-kit/data/data-classes';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { showRetention, verifyAudit } from '@gerbang/service-kit/program/common-programs';
import { demoProgram, program, runPrograms } from '@gerbang/service-kit/program/programs';
import { replayAccounts } from './account-record/account-events.ts';
import { columnSchema, storeSchema } from './config.ts';
import { createAdmin } from './users/create-admin.ts';
import { DATA_CLASSES } from './data-classes.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { retentionRules } from './housekeeping/retention.ts';
import { PasswordHasher } from './account-record/password-hasher.ts';

/** Programs beside the service: `node services/auth/src/programs.ts <name> [arguments]`, with the service's variables. */
await runPrograms('auth', {
  'create-admin': createAdmin,
  'verify-audit': verifyAudit(storeSchema),
  'preview-retention': showRetention(storeSchema, ({ database }) => retentionRules(database)),
  'rotate-columns': program(columnSchema, async ({ config, database, say }) => {
    const columns = createColumns(config.COLUMN_KEYS, config.CODE_KEY);
    const rotated = await rotateColumns(database, columns, sealedTables(DATA_CLASSES));
    say(`${rotated} rows sealed with the key ${config.COLUMN_KEYS[0]?.id}`);
  }),
  // For services whose copies of the accounts are empty or lost.
  'replay-events': program(storeSchema, async ({ config, database, say }) => {
    const replayed = await replayAccounts({ database, outbox: createOutbox(createSealer(config.BUS_KEYS)) });
    say(`${replayed} accounts told again`);
  }),
  // With roles as arguments, the demo accounts of these alone.
  'seed-demo': demoProgram(storeSchema, async ({ config, database, args, say }) => {
    const hasher = await PasswordHasher.create(config.PASSWORD_PEPPER, 1);
    const made = await seedDemo(database, createOutbox(createSealer(config.BUS_KEYS)), hasher, args);
    say(`${made} demo accounts made`);
  }),
});
