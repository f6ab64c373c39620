import { announcementAreaSchema } from '@gerbang/contracts/announcement-dashboard';
import type { OwnResult } from '@gerbang/contracts/announcement-shapes';
import { admissionAreaSchema } from '@gerbang/contracts/dashboard';
import type { Db } from '@gerbang/service-kit/data/database';
import { statementOf } from '@gerbang/service-kit/data/statements';
import { askedOfMany } from '../checklists/checklists.repository.ts';
import type { Context } from '../context.ts';
import {
  familiesWithChildren,
  type FamilyRegistration,
  type FamilyWithChildren,
  withoutDocuments,
} from './dashboard.repository.ts';
import {
  type Composed,
  runTriggersNow,
  storeBodies,
  type TypesVersion,
} from './family-dashboards.repository.ts';
import type { Move } from '../registration-record/moves.ts';
import { ownReads, parentArea } from './own-area.ts';
import { familyResults, type ResultRecord } from '../registration-record/published-results.repository.ts';

/** To be raised with every change of what `compose` makes of the same data: answers of another form are made again. */
const FORM = 6;

/** The form of an answer with so many changes of the types of documents: each of them makes all answers anew. */
export const shapeOf = ({ types }: TypesVersion): number => types * 100 + FORM;

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
    ...(record.first_published_at && { first_published_at: record.first_published_at.toISOString() }),
    child: { full_name: record.child_name, nick_name: record.child_nick_name },
    registration: { id: record.registration_id, jenjang: record.jenjang, kelas: record.kelas },
  } as OwnResult;
}

/** What a family's dashboard is made of. */
interface Parts {
  readonly family: FamilyWithChildren | undefined;
  readonly registrations: readonly FamilyRegistration[];
  readonly results: readonly ResultRecord[];
}

/** Composes what is stored: admission's area and the published results. Nothing in it depends on the time. */
function compose({ family, registrations, results }: Parts): Composed {
  const parent = parentArea(family, registrations);
  const told = results.filter(({ id }) => id !== null).map(toOwnResult);
  const areas = {
    admission: admissionAreaSchema.parse({ parent, staff: null }),
    announcement: announcementAreaSchema.parse({ parent: { results: told }, staff: null }),
  };
  return {
    body: JSON.stringify(areas).slice(1, -1),
    awaits_results: told.length < results.length,
    untold: results.some(({ id, waits }) => id === null && !waits),
    accepted: parent.registrations.some(({ current_stage }) => current_stage === 'passed'),
  };
}

/** Composes a family's dashboard, by three named statements at once. */
export function composer({ database }: Pick<Context, 'database'>): (userId: string) => Promise<Composed> {
  const reads = {
    ...ownReads(database),
    results: statementOf<ResultRecord>(database, 'admission_dashboard_results', (db, userId) =>
      familyResults(db, [userId]),
    ),
  };
  return async (userId) => {
    const [[family], registrations, results] = await Promise.all([
      reads.families(userId),
      reads.registrations(userId),
      reads.results(userId),
    ]);
    return compose({ family, registrations, results });
  };
}

type StageMove = Extract<Move, { kind: 'stage' }>;

const NOTHING_DUE = { invoices: [], to_confirm: [] };

/**
 * Composes and stores the dashboards of families whose rows this transaction has locked; four reads and a write for all.
 * A family whose first child was just accepted cannot owe anything yet: its dues begin as none, before billing's first word.
 */
async function fill(trx: Db, applied: readonly StageMove[], types: TypesVersion): Promise<void> {
  const userIds = [...new Set(applied.map(({ userId }) => userId))];
  const justApplied = new Set(applied.map(({ id }) => id));
  const families: FamilyWithChildren[] = await familiesWithChildren(trx, userIds);
  const bare: Omit<FamilyRegistration, 'documents'>[] = await withoutDocuments(trx, userIds);
  const asked = await askedOfMany(
    trx,
    bare.map(({ child_id }) => child_id),
  );
  const registrations = bare.map((one): FamilyRegistration => ({ ...one, documents: asked(one) }));
  const results: ResultRecord[] = await familyResults(trx, userIds);
  const of = <Row extends { readonly user_id: string }>(rows: readonly Row[]) =>
    Map.groupBy(rows, (row) => row.user_id);
  const [registrationsOf, resultsOf] = [of(registrations), of(results)];
  const rows = families.map((family) => {
    const { user_id } = family;
    const own = { registrations: registrationsOf.get(user_id) ?? [], results: resultsOf.get(user_id) ?? [] };
    const composed = compose({ family, ...own });
    const accepted = own.registrations.filter(({ current_stage }) => current_stage === 'passed');
    const isFirst = composed.accepted && accepted.every(({ id }) => justApplied.has(id));
    return { user_id, ...composed, dues: isFirst ? NOTHING_DUE : null };
  });
  await storeBodies(trx, shapeOf(types), rows);
}

/**
 * Fills the dashboards of families that a wave of results has just emptied, at the end of its transaction, so that none of
 * them has to be composed when all look at once. The triggers run here instead of at the commit and keep the rows locked:
 * whoever changes something meanwhile empties the answer again after this transaction. The wave stands without it.
 */
export async function fillDashboards(
  { log }: Pick<Context, 'log'>,
  trx: Db,
  moves: readonly Move[],
): Promise<void> {
  const applied = moves.filter(
    (move): move is StageMove => move.kind === 'stage' && move.by === 'publication',
  );
  if (applied.length === 0) return;
  try {
    await trx.transaction(async (inner) => {
      await fill(inner, applied, await runTriggersNow(inner));
    });
  } catch (error) {
    log.warn({ err: error }, 'the dashboards of a wave were not filled');
  }
}
