import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { NewLine } from './bank-statements.repository.ts';

type Looked = Pick<NewLine, 'booked_on' | 'direction' | 'amount' | 'balance' | 'fingerprint' | 'occurrence'>;

/** A stored line that may be the one at this place of the file. */
interface Stored {
  readonly place: number;
  readonly id: string;
}

/** Lines that are looked for at once. */
const LOOKED_FOR = 200;

/** What is found of lines by their places, some hundred lines at once. */
export async function inPieces<Row, Line = Looked>(
  lines: readonly Line[],
  find: (piece: readonly Line[]) => Promise<readonly (Row & { readonly place: number })[]>,
): Promise<(Row & { readonly place: number })[]> {
  const rows: (Row & { readonly place: number })[] = [];
  for (let from = 0; from < lines.length; from += LOOKED_FOR) {
    const found = await find(lines.slice(from, from + LOOKED_FOR));
    rows.push(...found.map((row) => ({ ...row, place: row.place + from })));
  }
  return rows;
}

const byBalance = (db: Db, accountKey: string, lines: readonly Looked[]): Promise<Stored[]> =>
  inPieces(lines, async (piece) => {
    const { rows } = await db.raw(
      `select (given.place - 1)::int as place, known.id
       from unnest(?::date[], ?::text[], ?::bigint[], ?::text[]) with ordinality
         as given (booked_on, direction, amount, balance, place)
       join bank_lines known on known.account_key = ? and known.booked_on = given.booked_on
         and known.direction = given.direction and known.amount = given.amount and known.balance = nullif(given.balance, '')::bigint
       order by given.place, known.occurrence, known.id`,
      [
        piece.map((line) => line.booked_on),
        piece.map((line) => line.direction),
        piece.map((line) => line.amount),
        piece.map((line) => String(line.balance ?? '')),
        accountKey,
      ],
    );
    return rows as Stored[];
  });

const byFingerprint = (db: Db, accountKey: string, lines: readonly Looked[]) =>
  inPieces<{ id: string | null; last: number }>(lines, async (piece) => {
    const { rows } = await db.raw(
      `select (given.place - 1)::int as place, max(known.occurrence) as last,
         (array_agg(known.id) filter (where known.occurrence = given.occurrence))[1] as id
       from unnest(?::text[], ?::int[]) with ordinality as given (hex, occurrence, place)
       join bank_lines known on known.account_key = ? and known.fingerprint = decode(given.hex, 'hex')
       group by given.place`,
      [
        piece.map(({ fingerprint }) => fingerprint.toString('hex')),
        piece.map((line) => line.occurrence),
        accountKey,
      ],
    );
    return rows as { place: number; id: string | null; last: number }[];
  });

/** Gives stored lines the balances that a later file names. */
async function keepBalances(
  trx: Knex.Transaction,
  found: readonly { readonly id: string; readonly balance: number }[],
): Promise<void> {
  if (found.length === 0) return;
  await trx.raw(
    `update bank_lines set balance = given.balance from unnest(?::uuid[], ?::bigint[]) as given (id, balance)
     where bank_lines.id = given.id and bank_lines.balance is null`,
    [found.map(({ id }) => id), found.map(({ balance }) => balance)],
  );
}

/**
 * The lines of a file that no earlier statement holds, each with a number of its own among equal ones. A stored line of the same
 * day, direction, amount and balance is the same line whatever its text says now; of the others the text decides. Each stored
 * line is one of the file at most; `taken` are those that are.
 */
export async function unknownLines<Line extends Looked>(
  trx: Knex.Transaction,
  accountKey: string,
  lines: readonly Line[],
): Promise<{ readonly unknown: Line[]; readonly taken: ReadonlySet<string> }> {
  const taken = new Set<string>();
  const known = new Map<number, string>();
  const take = ({ place, id }: Stored) => {
    if (taken.has(id) || known.has(place)) return;
    taken.add(id);
    known.set(place, id);
  };
  for (const stored of await byBalance(trx, accountKey, lines)) take(stored);
  const equal = await byFingerprint(trx, accountKey, lines);
  for (const { place, id } of equal) if (id !== null) take({ place, id });
  const balances = [...known].flatMap(([place, id]) => {
    const balance = lines[place]?.balance ?? null;
    return balance === null ? [] : [{ id, balance }];
  });
  await keepBalances(trx, balances);
  const lastOf = new Map<string, number>();
  for (const { place, last } of equal) {
    const hex = lines[place]?.fingerprint.toString('hex');
    if (hex !== undefined) lastOf.set(hex, last);
  }
  const unknown = lines.flatMap((line, place) => {
    if (known.has(place)) return [];
    const hex = line.fingerprint.toString('hex');
    const last = lastOf.get(hex) ?? 0;
    // A stored line of this number is another one, which stands at another place of the file.
    const occurrence = Math.max(line.occurrence, last + 1);
    lastOf.set(hex, occurrence);
    return [{ ...line, occurrence }];
  });
  return { unknown, taken };
}
