import { FIRST_CHECK_MS } from '@gerbang/service-kit/audit/trail-watch';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { RecordCheck } from '@gerbang/service-kit/program/process-figures';
import { sweepKitTables } from '@gerbang/service-kit/events/consumers';
import { type Chore, DAY_MS, HOUR_MS, MINUTE_MS } from '@gerbang/service-kit/program/timers';
import { matchOpenLines } from './bank-matches/match-open-lines.ts';
import { sendDigest } from './bank-days/send-digest.ts';
import { foldLineCounts } from './bank-statements/bank-line-counts.repository.ts';
import { StatementReader } from './bank-statements/statement-reader.ts';
import type { Context } from './context.ts';
import { checkDues, duesFeed } from './family-dues/tell-dues.ts';
import { sendReminders } from './invoice-reminders/send-reminders.ts';
import { ageExpectations } from './payment-expectations/change-expectation.ts';
import { compareSettlements } from './pay-settlements/compare-settlements.ts';
import { actOnWaiting, cancelSettled, tendRequests } from './pay-requests/tend-pay-requests.ts';
import { issueOldReceipts } from './papers/issue-fee-receipts.ts';
import { verifyBooks } from './invoice-payments/ledger.repository.ts';

const SECOND_MS = 1000;

/** Logs books that do not balance as errors: only a role with more rights than the service can cause that. */
export async function checkBooks(database: Database, log: Logger, record?: RecordCheck): Promise<void> {
  const found = await verifyBooks(database);
  for (const imbalance of found) log.error({ event: 'books_out_of_balance', ...imbalance });
  record?.('books', found.length);
}

/** Recurring work of the service. */
export const chores = (context: Context, record: RecordCheck): Chore[] => [
  { name: 'sweep', everyMs: HOUR_MS, work: () => sweepKitTables(context.database.knex) },
  {
    name: 'expectations',
    everyMs: HOUR_MS,
    work: async () => void (await ageExpectations(context)),
  },
  { name: 'dues', everyMs: SECOND_MS, work: duesFeed(context) },
  {
    name: 'dues check',
    everyMs: DAY_MS,
    firstMs: FIRST_CHECK_MS,
    work: async () => void (await checkDues(context)),
  },
  {
    name: 'old receipts',
    everyMs: 5 * MINUTE_MS,
    firstMs: MINUTE_MS,
    work: async () => void (await issueOldReceipts(context)),
  },
  { name: 'pay words', everyMs: 5 * SECOND_MS, work: async () => void (await actOnWaiting(context)) },
  { name: 'pay settled', everyMs: 10 * SECOND_MS, work: async () => void (await cancelSettled(context)) },
  { name: 'pay looks', everyMs: MINUTE_MS, work: tendRequests(context) },
  { name: 'pay settle', everyMs: HOUR_MS, work: async () => void (await compareSettlements(context)) },
  { name: 'bank matches', everyMs: 10 * SECOND_MS, work: matchOpenLines(context, new StatementReader()) },
  {
    name: 'bank line counts',
    everyMs: MINUTE_MS,
    work: async () => void (await foldLineCounts(context.database)),
  },
  { name: 'finance digest', everyMs: MINUTE_MS, work: async () => void (await sendDigest(context)) },
  { name: 'reminders', everyMs: MINUTE_MS, work: async () => void (await sendReminders(context)) },
  {
    name: 'books',
    everyMs: DAY_MS,
    firstMs: FIRST_CHECK_MS,
    work: () => checkBooks(context.database, context.log, record),
  },
];
