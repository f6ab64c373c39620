import { createSealer } from '@gerbang/service-kit/data/sealing';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import {
  rotateSealed,
  showReads,
  showRetention,
  verifyAudit,
} from '@gerbang/service-kit/program/common-programs';
import { demoProgram, program, runPrograms } from '@gerbang/service-kit/program/programs';
import { readsOf } from './audit/reads.repository.ts';
import { configSchema, storeSchema } from './config.ts';
import { buildContext } from './context.ts';
import { FEATURES } from './features.ts';
import { DATA_CLASSES } from './data-classes.ts';
import { replaySummaries } from './observation-scores/scores.repository.ts';
import { replayProofAlerts } from './proof-alerts/publish-proofs.ts';
import { replayBookedFees } from './registration-payments/booked-fees.ts';
import { replayRegistrations } from './registration-record/publish.ts';
import { replaySchool } from './school/bring-into-force.ts';
import { verifySeats } from './seats/pools/verify-seats.ts';
import { retentionRules } from './retention/retention.ts';

/** Programs beside the service: `node services/admission/src/programs.ts <name> [arguments]`, with the service's variables. */
await runPrograms('admission', {
  'verify-audit': verifyAudit(storeSchema),
  'audit-reads': showReads(storeSchema, readsOf),
  'preview-retention': showRetention(configSchema, ({ config, database, log }) =>
    retentionRules(buildContext(config, database, log, FEATURES)),
  ),
  'verify-seats': program(storeSchema, async ({ database, say }) => {
    const found = await verifySeats({ database });
    for (const { what, id, stored, counted } of found) say(`${what} ${id}: ${stored}, counted ${counted}`);
    say(`${found.length} differences in seats and waiting lists`);
    if (found.length > 0) process.exitCode = 1;
  }),
  'rotate-columns': rotateSealed(storeSchema, DATA_CLASSES),
  // For services whose copies of the registrations are new or were lost.
  'replay-events': program(storeSchema, async ({ config, database, say }) => {
    const outbox = createOutbox(createSealer(config.BUS_KEYS));
    const replayed = await replayRegistrations({ database, outbox });
    say(`${replayed} registrations told again`);
    say(`${await replayBookedFees({ database, outbox })} registration fees told again`);
    say(
      `${await replayProofAlerts({ database, outbox })} proofs of invoices that are like others told again`,
    );
    say(`${await replaySummaries({ database, outbox })} sums of assessors’ sheets told again`);
    say(`version ${await replaySchool({ database, outbox })} of the school’s settings told again`);
  }),
  'seed-demo': demoProgram(configSchema, async (parts) => (await import('./demo/seed-demo.ts')).seed(parts)),
  'load-demo': demoProgram(configSchema, async (parts) => (await import('./demo/load-demo.ts')).load(parts)),
});
