import { statfs } from 'node:fs/promises';
import { closeYears } from './academic-years/close-pieces.ts';
import { FIRST_CHECK_MS } from '@gerbang/service-kit/audit/trail-watch';
import type { Database } from '@gerbang/service-kit/data/database';
import { sweepKitTables } from '@gerbang/service-kit/events/consumers';
import { type RecordCheck, watchSchool } from '@gerbang/service-kit/program/process-figures';
import type { Service } from '@gerbang/service-kit/program/service';
import { type Chore, DAY_MS, HOUR_MS, MINUTE_MS } from '@gerbang/service-kit/program/timers';
import { expireDocuments } from './child-documents/expire-documents.ts';
import { type Config, configSchema } from './config.ts';
import { buildContext, type Context } from './context.ts';
import { remindUnanswered } from './continuations/follow-fees.ts';
import { deleteOldSections, deleteOldTries } from './counter/counter.repository.ts';
import { tellAboutDocuments } from './checklists/document-messages.ts';
import { tellTypes } from './child-documents/publish-completeness.ts';
import { checkDashboards } from './dashboard/check-dashboards.ts';
import { feedAge } from './dashboard/family-dashboards.repository.ts';
import { countUntold } from './registration-record/published-results.repository.ts';
import { deleteOldRepairs, repairFigures } from './dashboard/repairs.repository.ts';
import { overdueErasures } from './erasure-requests/erasure-requests.repository.ts';
import { eventHandlers, eventBatches } from './events/handlers.ts';
import { FEATURES } from './features.ts';
import { FileChecker } from './files/file-checker.ts';
import { sweepFiles } from './files/sweep-files.ts';
import { expireOffers, promoteWaiting, remindOffers } from './seats/offers/offer-jobs.ts';
import { workImports } from './imports/work-imports.ts';
import { remindOfSlots } from './observation-slots/slot-jobs.ts';
import { deleteOldContactCodes } from './parents/contact-codes.repository.ts';
import { createOldPrints } from './files/print-old-proofs.ts';
import { foldDays } from './reports/registration-days.repository.ts';
import { retentionRules } from './retention/retention.ts';
import { startSchool } from './school/first-version.ts';
import { startScheduled } from './school/start-scheduled.ts';
import { verifySeats } from './seats/pools/verify-seats.ts';
import { numberLists } from './seats/waitlist/number-lists.ts';
import { proposeSiblings } from './seats/waitlist/priorities.repository.ts';
import { askWaiting } from './seats/waitlist/waitlist-jobs.ts';
import { foldCounts } from './registration-record/registration-counts.repository.ts';
import { sendDigest } from './withdrawals/send-digest.ts';

/** Deletes dead codes, and what no rule reads any more of the tables of every service. */
export async function sweep({ knex }: Database): Promise<void> {
  await deleteOldContactCodes(knex);
  await deleteOldRepairs(knex);
  await deleteOldTries(knex);
  await deleteOldSections(knex);
  await sweepKitTables(knex);
}

/** Logs erasure requests that were not acted on within the time of the law (UU 27/2022, article 40). */
async function watchClocks({ database, log }: Context): Promise<void> {
  const overdue = await overdueErasures(database.knex);
  if (overdue > 0) log.error({ event: 'erasure_requests_overdue', overdue });
}

/** Free places wait for the next family so long. */
const PROMOTE_MS = 5000;

/** Families read the numbers from before a promotion so long. */
const NUMBERS_MS = 1000;

/** At most so late staff see that a sibling of a waiting child was accepted. */
const SIBLINGS_MS = 10 * MINUTE_MS;

/** A little longer than a turn of prints takes. */
const PRINTS_MS = 5000;

/** Who uploads a list sees it so soon. */
const IMPORTS_MS = 1000;

/** A closing that two people want begins so late. */
const CLOSING_MS = 2000;

/** Other services know within seconds what a changed type holds back. */
const TYPES_MS = 5000;

/** Recurring work of the service. */
const chores = (context: Context, record: RecordCheck): Chore[] => {
  const { database, store } = context;
  return [
    { name: 'counts', everyMs: MINUTE_MS, work: async () => void (await foldCounts(database)) },
    { name: 'days', everyMs: HOUR_MS, work: () => foldDays(database) },
    { name: 'sweep', everyMs: HOUR_MS, work: () => sweep(database) },
    {
      name: 'dashboards',
      everyMs: DAY_MS,
      firstMs: FIRST_CHECK_MS,
      work: async () => record('dashboards', await checkDashboards(context)),
    },
    { name: 'school', everyMs: MINUTE_MS, work: async () => void (await startScheduled(context)) },
    { name: 'document types', everyMs: TYPES_MS, work: async () => void (await tellTypes(context)) },
    { name: 'documents', everyMs: HOUR_MS, work: async () => void (await expireDocuments(context)) },
    {
      name: 'document messages',
      everyMs: MINUTE_MS,
      work: async () => void (await tellAboutDocuments(context)),
    },
    {
      name: 'continuations.remind',
      everyMs: HOUR_MS,
      work: async () => void (await remindUnanswered(context)),
    },
    { name: 'clocks', everyMs: HOUR_MS, work: () => watchClocks(context) },
    { name: 'offers.expire', everyMs: 5 * MINUTE_MS, work: async () => void (await expireOffers(context)) },
    { name: 'offers.promote', everyMs: PROMOTE_MS, work: async () => void (await promoteWaiting(context)) },
    { name: 'offers.remind', everyMs: 15 * MINUTE_MS, work: async () => void (await remindOffers(context)) },
    { name: 'withdrawal digest', everyMs: MINUTE_MS, work: async () => void (await sendDigest(context)) },
    { name: 'waitlist.numbers', everyMs: NUMBERS_MS, work: async () => void (await numberLists(context)) },
    { name: 'waitlist.ask', everyMs: HOUR_MS, work: async () => void (await askWaiting(context)) },
    {
      name: 'waitlist.siblings',
      everyMs: SIBLINGS_MS,
      work: async () => void (await proposeSiblings(database.knex)),
    },
    {
      name: 'seats',
      everyMs: DAY_MS,
      firstMs: FIRST_CHECK_MS,
      work: async () => record('seats', (await verifySeats(context)).length),
    },
    { name: 'imports', everyMs: IMPORTS_MS, work: () => workImports(context) },
    { name: 'years.close', everyMs: CLOSING_MS, work: async () => void (await closeYears(context)) },
    { name: 'slots.remind', everyMs: MINUTE_MS, work: async () => void (await remindOfSlots(context)) },
    { name: 'prints', everyMs: PRINTS_MS, work: createOldPrints(context, new FileChecker()) },
    { name: 'files', everyMs: HOUR_MS, work: async () => void (await sweepFiles(context, store)) },
  ];
};

/** The admission service. */
export const admission: Service<Config, Context> = {
  name: 'admission',
  config: configSchema,
  context: ({ config, database, log }) => buildContext(config, database, log, FEATURES),
  app: async (options, context) => (await import('./app.ts')).buildApp(options, context),
  check: startSchool,
  events: (context) => ({
    queue: 'admission',
    handlers: eventHandlers(context),
    batches: eventBatches(context),
    paced: ['results.published', 'results.told'],
  }),
  retention: retentionRules,
  checks: ['dashboards', 'seats'],
  chores,
  metrics: (metrics, { config, database, school }) => {
    watchSchool(metrics, school);
    metrics.gauge('erasure_requests_overdue', 'Requests to erase whose 3 × 24 hours are over', () =>
      overdueErasures(database.knex),
    );
    metrics.figures('dashboard_repairs_day', 'Rows of dashboards that checks mended in a day', ['area'], () =>
      repairFigures(database.knex),
    );
    metrics.gauge('dues_feed_age_seconds', 'Since billing last told that nothing was left to tell', () =>
      feedAge(database.knex),
    );
    metrics.gauge('dashboard_results_untold', 'Registrations with a result whose text is not here', () =>
      countUntold(database.knex),
    );
    metrics.gauge('files_free_ratio', 'Room on the disk of uploads, 0 to 1', async () => {
      const { bavail, blocks } = await statfs(config.FILES_DIR);
      return bavail / blocks;
    });
  },
};
