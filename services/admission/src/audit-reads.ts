import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { parseReadsQuery, readsReport } from '@gerbang/service-kit/audit/reads';
import { storeSchema } from './config.ts';
import { readsOf } from './audit/reads.ts';

/** Program: whose data an account saw between two moments (`--user --from --to`), for a breach (deploy/breach.md). */
const config = parseConfig(storeSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'admission-audit-reads', max: 2 });
try {
  const question = parseReadsQuery(process.argv.slice(2));
  process.stdout.write(readsReport('admission', await readsOf(database.knex, question)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await database.close();
}
