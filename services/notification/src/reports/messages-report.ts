import type { ReportQuery } from '@gerbang/contracts/report-query';
import type { MessagesReport } from '@gerbang/contracts/reports';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import {
  columnsOf,
  grainOf,
  MESSAGE_OUTCOMES,
  type MessageOutcome,
  seasonEnd,
  seasonStart,
  startOf,
} from '@gerbang/domain/reports';
import { reportDays } from '@gerbang/service-kit/http/report-span';
import type { Context } from '../context.ts';
import { type MessageDay, messageDays } from './message-days.repository.ts';

type Counts = MessagesReport['total']['outcomes'];

const NONE: Counts = { delivered: 0, read: 0, failed: 0, email: 0, sent: 0 };

function countsOf(days: readonly MessageDay[]): { count: number; outcomes: Counts } {
  const outcomes: Record<MessageOutcome, number> = { ...NONE };
  for (const { outcome, n } of days) outcomes[outcome] += n;
  return { count: MESSAGE_OUTCOMES.reduce((sum, outcome) => sum + outcomes[outcome], 0), outcomes };
}

function withShare(days: readonly MessageDay[]) {
  const counts = countsOf(days);
  const { count, outcomes } = counts;
  return { ...counts, share_failed: count > 0 ? Math.round((outcomes.failed / count) * 1000) / 10 : null };
}

/** The days that a query stands for; those of an academic year end with its season. */
function spanOf({ academic_year, from, to }: ReportQuery, now: Date): { from: string; to: string } {
  const today = jakartaDay(now);
  const end = academic_year && seasonEnd(seasonStart(today, academic_year));
  return reportDays({ academic_year, from, to: to ?? (end && end < today ? end : undefined) }, now);
}

/** Messages by the day on which they were created and by kind, with how far they came by now. */
export async function messagesReport(
  { database, config, now }: Pick<Context, 'database' | 'config' | 'now'>,
  query: ReportQuery,
): Promise<MessagesReport> {
  const { from, to } = spanOf(query, now());
  const days = await messageDays(database.knex, from, to);
  const grain = grainOf(from, to);
  const byStart = Map.groupBy(days, ({ day }) => startOf(grain, day));
  const byKind = Map.groupBy(days, ({ kind }) => kind);
  const total = withShare(days);
  const { WHATSAPP_MESSAGE_PRICE: price } = config;
  const arrived = total.outcomes.delivered + total.outcomes.read;
  return {
    from,
    to,
    grain,
    total,
    columns: columnsOf(grain, from, to).map((start) => ({ start, ...countsOf(byStart.get(start) ?? []) })),
    kinds: [...byKind]
      .map(([kind, own]) => ({ kind, ...withShare(own) }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count),
    cost: price === undefined ? null : { price, messages: arrived, amount: price * arrived },
  };
}
