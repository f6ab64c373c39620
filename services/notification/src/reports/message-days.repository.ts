import type { AnyKind } from '@gerbang/contracts/message-kinds';
import type { MessageOutcome } from '@gerbang/domain/reports';
import type { Database, Db } from '@gerbang/service-kit/data/database';

/** How many messages of a kind that were created on a day came how far. */
export interface MessageDay {
  readonly day: string;
  readonly kind: AnyKind;
  readonly outcome: MessageOutcome;
  readonly n: number;
}

/** The counts of the days of a span, both ends included. */
export function messageDays(db: Db, from: string, to: string) {
  return db('message_days')
    .whereBetween('day', [from, to])
    .groupBy('day', 'kind', 'outcome')
    .havingRaw('sum(n) <> 0')
    .select<MessageDay[]>('day', 'kind', 'outcome', db.raw('sum(n)::bigint as n'));
}

/** Days whose rows are added up again: reports about a message come days late, and a program may be down for a weekend. */
const FOLDED_DAYS = 7;

/** Adds the rows of the last past days up to one row each; rows that are added meanwhile stay beside it. */
export async function foldMessageDays(database: Database): Promise<void> {
  await database.knex.raw(
    `with gone as (
       delete from message_days
       where day >= (now() at time zone 'Asia/Jakarta')::date - ?::integer
         and day < (now() at time zone 'Asia/Jakarta')::date returning *
     )
     insert into message_days (day, kind, outcome, n)
     select day, kind, outcome, sum(n) from gone group by day, kind, outcome having sum(n) <> 0`,
    [FOLDED_DAYS],
  );
}
