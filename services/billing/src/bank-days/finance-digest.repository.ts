import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import type { Knex } from 'knex';

/** Claims the digest of a day (`YYYY-MM-DD`); false where another process has it. */
export async function takeDigest(trx: Knex.Transaction, day: string, at: Date): Promise<boolean> {
  const taken = await trx('finance_digests').insert({ day, at }).onConflict('day').ignore().returning('day');
  return taken.length > 0;
}

/** Lines of money that came in and are undecided, and money that stands unapplied, of all days. */
export async function countOpen(trx: Knex.Transaction): Promise<{ lines: number; receipts: number }> {
  const { rows } = await trx.raw(
    `select
       (select count(*) from bank_lines where direction = 'in' and status in ('new', 'proposed', 'attention'))::int as lines,
       (select count(*) from unapplied_receipts where status = 'open')::int as receipts`,
  );
  return (rows as { lines: number; receipts: number }[])[0] ?? { lines: 0, receipts: 0 };
}

/** The active accounts of finance. */
export async function financeAccounts(trx: Knex.Transaction): Promise<AccountCopy[]> {
  return trx('accounts').where({ role: 'finance', active: true }).orderBy('id').select<AccountCopy[]>('*');
}
