import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { type Read, parseReadsQuery, readsReport, readsTrail } from '@gerbang/service-kit/audit/reads';
import { storeSchema } from './config.ts';

/** Program: whose messages an account opened between two moments (`--user --from --to`), for a breach (deploy/breach.md). */
const config = parseConfig(storeSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'notification-audit-reads', max: 2 });
try {
  const db = database.knex;
  const rows = await readsTrail(db, parseReadsQuery(process.argv.slice(2)), ['message.%'])
    .leftJoin('notifications as n', 'n.id', 'audit_events.subject_id')
    .leftJoin('accounts as a', 'a.id', 'n.recipient_id')
    .select('audit_events.*', 'n.recipient_id', 'a.name as recipient_name');
  const reads = rows.map(
    (row): Read => ({
      at: new Date(row.at),
      action: row.action,
      address: row.address,
      subject_id: row.subject_id,
      // The number is not kept in clear here; admission's part of the answer has it.
      family: row.recipient_id && { user_id: row.recipient_id, name: row.recipient_name, phone: null },
      what: row.action === 'message.contact_opened' ? 'the phone number' : 'the text of a message',
    }),
  );
  process.stdout.write(readsReport('notification', reads));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await database.close();
}
