import { TAKEN_BACK_DAYS } from '@gerbang/domain/line-doubts';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { LineStatus } from '@gerbang/domain/bank-lines';
import type { Tables } from '../database.types.ts';
import { inPieces } from './known-lines.repository.ts';

type Line = Pick<Tables['bank_lines'], 'booked_on' | 'direction' | 'amount' | 'balance'>;

/** A stored line beside one of a file, with its sealed text. */
type Beside = Pick<Tables['bank_lines'], 'id' | 'description'>;

/** Stored lines of money that came in on the day of these ones, of the same amount, where a balance does not tell them apart. */
export const linesBeside = (db: Db, accountKey: string, lines: readonly Line[]) =>
  inPieces<Beside, Line>(lines, async (piece) => {
    const { rows } = await db.raw(
      `select (given.place - 1)::int as place, known.id, known.description
       from unnest(?::date[], ?::bigint[], ?::boolean[]) with ordinality as given (booked_on, amount, has_balance, place)
       join bank_lines known on known.account_key = ? and known.booked_on = given.booked_on and known.amount = given.amount
         and known.direction = 'in' and known.description is not null and (known.balance is null or not given.has_balance)
       order by given.place, known.occurrence, known.id`,
      [
        piece.map((line) => line.booked_on),
        piece.map((line) => line.amount),
        piece.map((line) => line.balance !== null),
        accountKey,
      ],
    );
    return rows as (Beside & { place: number })[];
  });

/** For each of these lines that has one, the first stored line of the other direction and the same amount some days around it, but for refunds. */
export const opposites = (db: Db, accountKey: string, lines: readonly Line[]) =>
  inPieces<{ id: string }, Line>(lines, async (piece) => {
    const { rows } = await db.raw(
      `select (given.place - 1)::int as place, known.id
       from unnest(?::date[], ?::text[], ?::bigint[]) with ordinality as given (booked_on, direction, amount, place)
       cross join lateral (
         select id from bank_lines where account_key = ? and amount = given.amount and direction <> given.direction
           and refund_id is null and (direction = 'in' or status = 'new')
           and booked_on between given.booked_on - ?::int and given.booked_on + ?::int
         order by booked_on, id limit 1) known`,
      [
        piece.map((line) => line.booked_on),
        piece.map((line) => line.direction),
        piece.map((line) => line.amount),
        accountKey,
        TAKEN_BACK_DAYS,
        TAKEN_BACK_DAYS,
      ],
    );
    return rows as { place: number; id: string }[];
  });

/** An incoming line of before whose amount goes out again by a line of a file. */
export interface TakenBack {
  readonly id: string;
  readonly status: LineStatus;
  readonly by: string;
}

/** The stored incoming lines without a doubt some days around one of these outgoing lines of the same amount, locked. */
export async function takenBack(
  trx: Knex.Transaction,
  accountKey: string,
  outgoing: readonly (Line & { readonly id: string })[],
): Promise<TakenBack[]> {
  const found = new Map<string, TakenBack>();
  const rows = await inPieces<TakenBack, (typeof outgoing)[number]>(outgoing, async (piece) => {
    const { rows: lines } = await trx.raw(
      `select (given.place - 1)::int as place, line.id, line.status, given.id as by
       from unnest(?::uuid[], ?::date[], ?::bigint[]) with ordinality as given (id, booked_on, amount, place)
       join bank_lines line on line.account_key = ? and line.amount = given.amount and line.direction = 'in'
         and line.doubt is null and line.booked_on between given.booked_on - ?::int and given.booked_on + ?::int
       order by line.id, given.place for update of line`,
      [
        piece.map(({ id }) => id),
        piece.map((line) => line.booked_on),
        piece.map((line) => line.amount),
        accountKey,
        TAKEN_BACK_DAYS,
        TAKEN_BACK_DAYS,
      ],
    );
    return lines as (TakenBack & { place: number })[];
  });
  for (const row of rows) if (!found.has(row.id)) found.set(row.id, row);
  return [...found.values()];
}

/** Ends the doubt about money that came in because of an outgoing line which has turned out to be a refund. */
export async function liftTakenBack(trx: Knex.Transaction, outgoingId: string): Promise<void> {
  await trx('bank_lines')
    .where({ doubt: 'taken_back', doubt_line_id: outgoingId })
    .update({
      doubt: null,
      doubt_line_id: null,
      version: trx.raw('version + 1'),
      updated_at: trx.fn.now(),
    });
}

/** Keeps the doubt about these locked lines; their proposals are compared again because of the new version. */
export async function doubtTakenBack(trx: Knex.Transaction, lines: readonly TakenBack[]): Promise<void> {
  if (lines.length === 0) return;
  await trx.raw(
    `update bank_lines set doubt = 'taken_back', doubt_line_id = given.by, version = version + 1, updated_at = now()
     from unnest(?::uuid[], ?::uuid[]) as given (id, by) where bank_lines.id = given.id`,
    [lines.map(({ id }) => id), lines.map(({ by }) => by)],
  );
}
