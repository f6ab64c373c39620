import { showReads, showRetention, verifyAudit } from '@gerbang/service-kit/program/common-programs';
import { program, runPrograms } from '@gerbang/service-kit/program/programs';
import { readsOf } from './audit-reads.repository.ts';
import { storeSchema } from './config.ts';
import { retentionRules } from './retention.ts';
import { rotateMessages } from './rotation.ts';
import { whatsappTemplates } from './message-templates/whatsapp-templates.ts';

/** Programs beside the service: `node services/notification/src/programs.ts <name> [arguments]`, with the service's variables. */
await runPrograms('notification', {
  'verify-audit': verifyAudit(storeSchema),
  'whatsapp-templates': whatsappTemplates,
  'audit-reads': showReads(storeSchema, readsOf),
  'preview-retention': showRetention(storeSchema, ({ database }) => retentionRules(database)),
  'rotate-columns': program(storeSchema, async ({ config, database, say }) => {
    const rotated = await rotateMessages(database, config.COLUMN_KEYS);
    say(`${rotated} messages sealed with the key ${config.COLUMN_KEYS[0]?.id}`);
  }),
});
