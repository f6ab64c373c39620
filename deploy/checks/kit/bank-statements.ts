import { type Movement, movementsOf, PRINTERS } from '@gerbang/billing-service/test/bank-files';
import type { Call } from './client.ts';

/** The balance before the first line of a statement. */
export const OPENING = 100_000_000;

/** Money that came in on a day, with the bank's text. */
export const moved = (day: string, rupiah: number, text: string): Omit<Movement, 'balance'> => ({
  day,
  direction: 'in',
  sen: rupiah * 100,
  text,
  reference: '',
});

/** The school's own account: its key, and the digits of its number. */
export async function ownAccount(finance: Call): Promise<{ key: string; number: string }> {
  const { accounts } = await finance<{ accounts: { key: string; account_number: string }[] }>(
    'GET',
    '/api/config',
  );
  const [own] = accounts;
  if (!own) throw new Error('the school has no account');
  return { key: own.key, number: own.account_number.replace(/\D/gu, '') };
}

/** A statement as the bank's site gives it. A file whose opening differs from what its lines begin with has wrong sums. */
export const statement = (
  account: string,
  lines: readonly Omit<Movement, 'balance'>[],
  { name = 'mutasi.csv', opening = OPENING } = {},
) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(
    PRINTERS['bca-bisnis']({
      account,
      opening,
      movements: movementsOf(OPENING, lines),
      grouped: true,
    }),
  ),
});
