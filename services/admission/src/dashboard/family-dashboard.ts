import { billingAreaSchema } from '@gerbang/contracts/billing-dashboard';
import { familyDues } from '@gerbang/domain/family-dues';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { asksExactly } from '@gerbang/domain/payment-expectations';
import { statementOf } from '@gerbang/service-kit/data/statements';
import type { Context } from '../context.ts';
import { composer, shapeOf } from './compose-dashboards.ts';
import { type Composed, type DashboardRow, dashboardRow, storeBody } from './family-dashboards.repository.ts';

const NONE: NonNullable<DashboardRow['dues']> = { invoices: [], to_confirm: [] };

/** Billing's area, as billing would tell it of these dues. */
function areaText(
  { invoices, to_confirm }: typeof NONE,
  { now, school }: Pick<Context, 'now' | 'school'>,
): string {
  const parent = {
    ...familyDues(invoices, jakartaDay(now())),
    exact_amounts: asksExactly(school.settings),
    to_confirm,
  };
  return JSON.stringify(billingAreaSchema.parse({ parent, staff: null }));
}

/** The copy of a family's dues; null where it may be behind what the family has seen, or behind by long. */
function copiedDues({ dues, dues_version, fed }: DashboardRow, seen: number): DashboardRow['dues'] {
  return dues === null || dues_version === null || dues_version < seen || !fed ? null : dues;
}

const NO_ROW: DashboardRow = {
  changes: 0,
  body: null,
  shape: null,
  awaits_results: null,
  untold: null,
  accepted: null,
  dues: null,
  dues_version: null,
  unread: null,
  fed: null,
  types: 0,
};

/** The answer to a parent's dashboard, with the areas that are not complete in it. */
interface Answer {
  readonly text: string;
  readonly missing: readonly ('announcement' | 'billing')[];
}

/** What the caller knows of the other areas. */
interface Known {
  readonly dues: number;
  /** Every result that was published when this call began is applied. */
  readonly applied: boolean;
}

/**
 * Reads a parent's dashboard from the family's row, in one statement. An answer that a change has emptied is composed and
 * stored again. Results come from announcement while one is or may be published that is not here; the latter only where
 * announcement has not just said that everything is `applied`. Dues come from billing while the copy is older than `dues`,
 * the version that the caller has caused.
 */
export function familyDashboards(
  context: Pick<Context, 'database' | 'log' | 'now' | 'school'>,
): (userId: string, known: Known) => Promise<Answer> {
  const { database, log } = context;
  const readRow = statementOf<DashboardRow>(database, 'admission_dashboard_row', dashboardRow);
  const compose = composer(context);

  /** The counter was read before: what changes meanwhile keeps the answer from being stored. */
  async function composeAndStore(userId: string, row: DashboardRow): Promise<Composed> {
    const composed = await compose(userId);
    await storeBody(database.knex, userId, { changes: row.changes, shape: shapeOf(row) }, composed).catch(
      (error: unknown) => log.warn({ err: error }, 'a dashboard was not stored'),
    );
    return composed;
  }

  return async (userId, known) => {
    const [row = NO_ROW] = await readRow(userId);
    const { body, accepted, awaits_results, untold } =
      row.body !== null && row.shape === shapeOf(row)
        ? (row as Composed)
        : await composeAndStore(userId, row);
    // Before a child is accepted there is nothing to confirm and to pay.
    const dues = accepted ? copiedDues(row, known.dues) : NONE;
    const unread = row.unread === null ? '' : `"unread":${row.unread},`;
    return {
      text: `{${body},"billing":${dues && areaText(dues, context)},${unread}"unavailable":[]}`,
      missing: [
        ...(untold || (awaits_results && !known.applied) ? (['announcement'] as const) : []),
        ...(dues === null ? (['billing'] as const) : []),
      ],
    };
  };
}
