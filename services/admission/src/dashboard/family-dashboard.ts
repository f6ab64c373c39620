import { announcementAreaSchema } from '@gerbang/contracts/announcement-dashboard';
import type { OwnResult } from '@gerbang/contracts/announcement.types';
import { billingAreaSchema } from '@gerbang/contracts/billing-dashboard';
import { admissionAreaSchema } from '@gerbang/contracts/dashboard';
import { familyDues } from '@gerbang/domain/family-dues';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { statementOf } from '@gerbang/service-kit/data/statements';
import type { Context } from '../context.ts';
import { type Composed, type DashboardRow, dashboardRow, storeBody } from './family-dashboards.repository.ts';
import { type OwnReads, ownReads, parentArea } from './own-area.ts';
import { familyResults, type ResultRecord } from './published-results.repository.ts';

/** To be raised with every change of what `composer` makes of the same data: answers of another form are made again. */
export const SHAPE = 1;

const NO_DUES = JSON.stringify({
  parent: { next_payment: null, outstanding: { invoices: 0, amount: 0 }, to_confirm: [] },
  staff: null,
});

function toOwnResult(record: ResultRecord): OwnResult {
  const { id, announcement_id, title, content, observation_period, result, individual_note } = record;
  return {
    id,
    announcement_id,
    title,
    content,
    observation_period,
    jenjang: record.announcement_jenjang,
    result,
    individual_note,
    published_at: record.published_at.toISOString(),
    child: { full_name: record.child_name, nick_name: record.child_nick_name },
    registration: { id: record.registration_id, jenjang: record.jenjang, kelas: record.kelas },
  } as OwnResult;
}

interface Reads extends OwnReads {
  readonly results: (userId: string) => Promise<ResultRecord[]>;
}

/** Composes what is stored: admission's area and the published results. Nothing in it depends on the time. */
export function composer(context: Pick<Context, 'database'>): (userId: string) => Promise<Composed> {
  const { database } = context;
  const reads: Reads = {
    ...ownReads(database),
    results: statementOf(database, 'admission_dashboard_results', familyResults),
  };
  return async (userId) => {
    const [parent, results] = await Promise.all([parentArea(reads, userId), reads.results(userId)]);
    const told = results.filter(({ id }) => id !== null).map(toOwnResult);
    const areas = {
      admission: admissionAreaSchema.parse({ parent, staff: null }),
      announcement: announcementAreaSchema.parse({ parent: { results: told }, staff: null }),
    };
    return {
      body: JSON.stringify(areas).slice(1, -1),
      awaits_results: told.length < results.length,
      accepted: parent.registrations.some(({ current_stage }) => current_stage === 'passed'),
    };
  };
}

/** Billing's area by its copy; null where the copy may be behind what the family has seen, or behind by long. */
function duesText({ dues, dues_version, fed }: DashboardRow, seen: number, now: Date): string | null {
  if (dues === null || dues_version === null || dues_version < seen || !fed) return null;
  const { invoices, to_confirm } = dues;
  const parent = { ...familyDues(invoices, jakartaDay(now)), to_confirm };
  return JSON.stringify(billingAreaSchema.parse({ parent, staff: null }));
}

const NO_ROW: DashboardRow = {
  changes: 0,
  body: null,
  shape: null,
  awaits_results: null,
  accepted: null,
  dues: null,
  dues_version: null,
  unread: null,
  fed: null,
};

/** The answer to a parent's dashboard, with the areas that are not complete in it. */
interface Answer {
  readonly text: string;
  readonly missing: readonly ('announcement' | 'billing')[];
}

/**
 * Reads a parent's dashboard from the family's row, in one statement. An answer that a change has emptied is composed and
 * stored again. Results come from announcement while one may be published that is not here: such a registration waits
 * for its result. Dues come from billing while the copy is older than `seen`, the version that the caller has caused.
 */
export function familyDashboards(
  context: Pick<Context, 'database' | 'log' | 'now'>,
): (userId: string, seen: number) => Promise<Answer> {
  const { database, log, now } = context;
  const readRow = statementOf<DashboardRow>(database, 'admission_dashboard_row', dashboardRow);
  const compose = composer(context);

  /** The counter was read before: what changes meanwhile keeps the answer from being stored. */
  async function composeAndStore(userId: string, { changes }: DashboardRow): Promise<Composed> {
    const composed = await compose(userId);
    await storeBody(database.knex, userId, { changes, shape: SHAPE }, composed).catch((error: unknown) =>
      log.warn({ err: error }, 'a dashboard was not stored'),
    );
    return composed;
  }

  return async (userId, seen) => {
    const [row = NO_ROW] = await readRow(userId);
    const { body, accepted, awaits_results } =
      row.body !== null && row.shape === SHAPE ? (row as Composed) : await composeAndStore(userId, row);
    // Before a child is accepted there is nothing to confirm and to pay.
    const dues = accepted ? duesText(row, seen, now()) : NO_DUES;
    const unread = row.unread === null ? '' : `"unread":${row.unread},`;
    return {
      text: `{${body},"billing":${dues},${unread}"unavailable":[]}`,
      missing: [
        ...(awaits_results ? (['announcement'] as const) : []),
        ...(dues === null ? (['billing'] as const) : []),
      ],
    };
  };
}
