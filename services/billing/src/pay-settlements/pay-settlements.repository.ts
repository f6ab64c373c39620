import { type PayChannel } from '@gerbang/domain/pay-requests';
import { SETTLED_WITHIN_DAYS } from '@gerbang/domain/pay-settlements';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

export type SettlementRow = Tables['pay_settlements'];

/** A settlement with its line, and with what the portal counts of its day. */
export interface SettlementRecord extends SettlementRow {
  readonly line_booked_on: string | null;
  readonly line_amount: number | null;
  readonly paid: number;
}

/** Money of a channel that families paid on one day, in rupiah, of so many requests. */
export interface PaidDay {
  readonly channel: PayChannel;
  readonly paid_on: string;
  readonly gross: number;
  readonly requests: number;
}

/** Money that the provider said it took, by the day of payment in Jakarta; `since` bounds the words that are read. */
const paidDays = (since: string) => `
  select case when service in ('va_payment', 'va_status') then 'va' else 'qris' end as channel,
    (case when paid_at < received_at then paid_at else received_at end at time zone 'Asia/Jakarta')::date as paid_on,
    sum(amount)::bigint as gross, count(distinct request_no)::int as requests
  from pay_notifications
  where received_at >= ${since} and (outcome in ('booked', 'late', 'duplicate')
    or (outcome = 'amount' and answer_code like '200%'))
  group by 1, 2`;

/** Settlements are compared, and days without one are named, for so long. */
const MONTHS = `interval '62 days'`;

/** What was paid through a channel on a day: 0 of 0 requests where nothing was. */
export async function paidOn(
  db: Db,
  channel: PayChannel,
  day: string,
): Promise<Pick<PaidDay, 'gross' | 'requests'>> {
  const { rows } = await db.raw(
    `select gross, requests from (${paidDays(`(:day::date)::timestamp at time zone 'Asia/Jakarta'`)}) d
     where channel = :channel and paid_on = :day`,
    { channel, day },
  );
  return (rows as PaidDay[])[0] ?? { gross: 0, requests: 0 };
}

/** Days, the first one first, whose payments no settlement covers; today's are still being made. */
export async function unsettledDays(db: Db, today: string): Promise<PaidDay[]> {
  const { rows } = await db.raw(
    `select channel, paid_on, gross, requests from (${paidDays(`:today::date - ${MONTHS}`)}) d
     where paid_on < :today and paid_on > :today::date - ${MONTHS} and not exists (select from pay_settlements s
       where s.channel = d.channel and s.paid_on = d.paid_on)
     order by paid_on, channel`,
    { today },
  );
  return rows as PaidDay[];
}

const records = (db: Db): Knex.QueryBuilder<SettlementRecord, SettlementRecord[]> =>
  db('pay_settlements as s')
    .leftJoin('bank_lines as l', 'l.id', 's.bank_line_id')
    .joinRaw(
      `cross join lateral (select coalesce(sum(d.gross), 0)::bigint as paid
        from (${paidDays(`s.paid_on::timestamp at time zone 'Asia/Jakarta'`)}) d
        where d.channel = s.channel and d.paid_on = s.paid_on) p`,
    )
    .select('s.*', 'l.booked_on as line_booked_on', 'l.amount as line_amount', 'p.paid');

/** The settlements of a month (`YYYY-MM`), the newest first. */
export async function settlementsOfMonth(db: Db, month: string): Promise<SettlementRecord[]> {
  const first = `${month}-01`;
  return records(db)
    .where('s.settled_on', '>=', first)
    .whereRaw(`s.settled_on < ?::date + interval '1 month'`, [first])
    .orderBy([
      { column: 's.settled_on', order: 'desc' },
      { column: 's.paid_on', order: 'desc' },
      's.channel',
    ]);
}

/** A settlement as finance sees it. */
export async function findSettlement(db: Db, id: string): Promise<SettlementRecord | undefined> {
  const [found] = await records(db).where('s.id', id);
  return found;
}

/** A settlement, locked until the transaction ends; before the statement's line. */
export async function lockSettlement(trx: Db, id: string): Promise<SettlementRow | undefined> {
  return trx('pay_settlements').where({ id }).forUpdate().first<SettlementRow | undefined>();
}

export type SettlementKey = Pick<SettlementRow, 'channel' | 'settled_on' | 'paid_on'>;

/** The settlement of these days, locked. */
export async function lockSettlementOf(trx: Db, key: SettlementKey): Promise<SettlementRow | undefined> {
  const { channel, settled_on, paid_on } = key;
  return trx('pay_settlements')
    .where({ channel, settled_on, paid_on })
    .forUpdate()
    .first<SettlementRow | undefined>();
}

export type NewSettlement = Omit<
  SettlementRow,
  'bank_line_id' | 'note' | 'version' | 'created_at' | 'updated_at'
>;

/** Writes a settlement; false where there is one of these days. */
export async function insertSettlement(trx: Db, row: NewSettlement): Promise<boolean> {
  const written = await trx('pay_settlements')
    .insert(row)
    .onConflict(['channel', 'settled_on', 'paid_on'])
    .ignore()
    .returning('id');
  return written.length > 0;
}

/** Writes columns of a locked settlement. */
export async function updateSettlement(
  trx: Db,
  { id, version }: SettlementRow,
  columns: Partial<Pick<SettlementRow, 'gross' | 'fee' | 'net' | 'requests' | 'status' | 'bank_line_id'>>,
): Promise<void> {
  const changed = await trx('pay_settlements')
    .where({ id, version })
    .update({ ...columns, version: version + 1, updated_at: trx.fn.now() });
  if (changed !== 1) throw new Error('A settlement changed under its lock');
}

/** A line of a statement, locked. */
export async function lockSettlementLine(
  trx: Db,
  id: string,
): Promise<Pick<Tables['bank_lines'], 'id' | 'amount' | 'status' | 'direction'> | undefined> {
  return trx('bank_lines').where({ id }).forUpdate().first('id', 'amount', 'status', 'direction');
}

/** Whether a settlement has this line, which is locked. */
export async function isLineTaken(trx: Db, lineId: string): Promise<boolean> {
  return (await trx('pay_settlements').where({ bank_line_id: lineId }).first('id')) !== undefined;
}

/** Settlements of the last two months that are not matched, with what the portal counts of their days. */
export async function unmatchedSettlements(db: Db, today: string): Promise<SettlementRecord[]> {
  return records(db)
    .whereNot('s.status', 'matched')
    .whereRaw(`s.settled_on > ?::date - ${MONTHS}`, [today])
    .orderBy('s.id');
}

/**
 * How much of the provider's money does not add up: settlements that differ, days that should have been handed over, and
 * lines of statements that no settlement explains.
 */
export async function countDifferences(db: Db, today: string): Promise<number> {
  const { rows } = await db.raw(
    `select (select count(*) from pay_settlements where status = 'differs' and settled_on > :today::date - ${MONTHS})
       + (select count(*) from bank_lines l where l.status = 'settlement' and l.direction = 'in'
           and l.booked_on <= :today::date - :within::int and l.booked_on > :today::date - ${MONTHS}
           and l.booked_on >= (select min(created_at)::date from pay_requests)
           and not exists (select from pay_settlements s where s.bank_line_id = l.id)) as count`,
    { today, within: SETTLED_WITHIN_DAYS },
  );
  const days = await unsettledDays(db, today);
  const late = Date.parse(today) - SETTLED_WITHIN_DAYS * 86_400_000;
  return (
    Number((rows as { count: number }[])[0]?.count) +
    days.filter((day) => Date.parse(day.paid_on) <= late).length
  );
}
