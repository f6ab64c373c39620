import { parseConfig } from '@gerbang/service-kit/program/config';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { verifyBooks } from './invoice-payments/ledger.repository.ts';
import { storeSchema } from './config.ts';

/** Program: prints what does not balance in the books; ends with 1 where anything does not. */
const config = parseConfig(storeSchema);
const database = createDatabase(config.DATABASE_URL, { name: 'billing-verify-books', max: 2 });
try {
  const found = await verifyBooks(database);
  for (const { rule, subject, found: what } of found) {
    process.stderr.write(`billing: ${rule}: ${subject}: ${what}\n`);
  }
  if (found.length > 0) process.exitCode = 1;
  else {
    const [ledger] = await database
      .knex('invoice_ledger')
      .select<{ n: number; total: number }[]>(
        database.knex.raw('count(*) as n, coalesce(sum(amount), 0)::bigint as total'),
      );
    process.stdout.write(
      `billing: the books balance (${ledger?.n ?? 0} rows in the ledger, Rp ${(ledger?.total ?? 0).toLocaleString('id-ID')})\n`,
    );
  }
} finally {
  await database.close();
}
