import { ProgramError, type ProgramParts } from '@gerbang/service-kit/program/programs';
import { verifyBooks } from './ledger.repository.ts';

/** Prints the totals of the books, or fails with everything that does not balance. */
export async function printBooks({ database, say }: ProgramParts<unknown>): Promise<void> {
  const wrong = await verifyBooks(database);
  if (wrong.length > 0) {
    const lines = wrong.map(({ rule, subject, found }) => `billing: ${rule}: ${subject}: ${found}`);
    throw new ProgramError(lines.join('\n'));
  }
  const [ledger] = await database
    .knex('invoice_ledger')
    .select<{ n: number; total: number }[]>(
      database.knex.raw('count(*) as n, coalesce(sum(amount), 0)::bigint as total'),
    );
  const total = (ledger?.total ?? 0).toLocaleString('id-ID');
  say(`billing: the books balance (${ledger?.n ?? 0} rows in the ledger, Rp ${total})`);
}
