import { brokenLink } from '@gerbang/service-kit/audit/audit-chain';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { storeSchema } from './config.ts';

/** Program: checks the chain that seals this service's trail; ends with 1 where a row was altered or removed. */
const config = parseConfig(storeSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'notification-verify-audit', max: 2 });
try {
  const position = await brokenLink(database.knex);
  if (position === null) {
    const [sealed] = await database.knex('audit_chain').count<{ n: number }[]>('* as n');
    process.stdout.write(`notification: the audit trail is whole (${sealed?.n ?? 0} rows sealed)\n`);
  } else {
    process.stderr.write(`notification: the audit trail is BROKEN at position ${position}\n`);
    process.exitCode = 1;
  }
} finally {
  await database.close();
}
