import {
  type Recommendation,
  SHEET_MACHINE,
  type SheetStatus,
  type SheetSummary,
  type Scores,
  summaryOf,
} from '@gerbang/domain/observation-scores';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { replayOf } from '@gerbang/service-kit/events/replay';
import type { Context } from '../context.ts';
import type { Tables } from '../database.types.ts';

type Row = Tables['observation_scores'];

/** A row of `observation_scores`; `notes` is ciphertext. */
export type SheetRecord = Omit<Row, 'scores' | 'average' | 'recommendation' | 'status'> & {
  readonly scores: Scores;
  readonly average: number | null;
  readonly recommendation: Recommendation | null;
  readonly status: SheetStatus;
};
/** What an assessor writes, with the average that it has. */
export type SheetContent = Pick<SheetRecord, 'scores' | 'average' | 'recommendation' | 'notes'>;

// The driver gives numeric columns as texts.
const sheets = (db: Db) =>
  db('observation_scores').select<SheetRecord[]>('*', db.raw('average::float8 as average'));

/** All sheets about a registration, the oldest first. */
export async function sheetsOf(db: Db, registrationId: string): Promise<SheetRecord[]> {
  return sheets(db).where({ registration_id: registrationId }).orderBy(['created_at', 'id']);
}

/** The sheet of one assessor about a registration; undefined before the first save. */
export async function sheetOf(
  db: Db,
  registrationId: string,
  assessorId: string,
): Promise<SheetRecord | undefined> {
  return sheets(db).where({ registration_id: registrationId, assessor_id: assessorId }).first();
}

/** Whether a person observes in the slot in which the child was last seen. */
export async function isAssessorOf(db: Db, registrationId: string, userId: string): Promise<boolean> {
  const { rows } = await db.raw(
    `select exists (select from slot_assessors a where a.user_id = :userId and a.slot_id = (
       select b.slot_id from observation_bookings b where b.registration_id = :registrationId and b.status = 'attended'
       order by b.updated_at desc, b.id desc limit 1)) as yes`,
    { registrationId, userId },
  );
  return (rows as { yes: boolean }[])[0]?.yes === true;
}

/** Writes the first state of a sheet of a locked registration. */
export async function insertSheet(
  trx: Db,
  sheet: SheetContent &
    Pick<Row, 'id' | 'registration_id' | 'rubric_id' | 'submitted_at'> & { status: SheetStatus },
  by: Actor,
): Promise<void> {
  assertEdge(SHEET_MACHINE, null, { to: sheet.status, by: 'assessor' });
  await trx('observation_scores').insert({
    ...sheet,
    scores: JSON.stringify(sheet.scores),
    assessor_id: by.id,
    assessor_name: by.name,
  });
}

/** Writes these columns of a sheet of a locked registration. */
export async function updateSheet(
  trx: Db,
  { id, version, status }: Pick<SheetRecord, 'id' | 'version' | 'status'>,
  { to, by }: { readonly to: SheetStatus; readonly by: 'assessor' | 'head' },
  { scores, ...change }: Partial<Omit<SheetRecord, 'id' | 'version' | 'status'>>,
): Promise<void> {
  assertEdge(SHEET_MACHINE, status, { to, by });
  const written = await trx('observation_scores')
    .where({ id, version, status })
    .update({
      ...change,
      ...(scores && { scores: JSON.stringify(scores) }),
      status: to,
      version: version + 1,
      updated_at: trx.fn.now(),
    });
  if (written !== 1) throw new Error('A sheet of a locked registration changed');
}

/** What the sheets say together at their version, as the event has it. */
export type SummaryRecord = SheetSummary & { readonly registration_id: string; readonly version: number };
const SUMMARY =
  'registration_id, sheets, average::float8 as average, spread::float8 as spread, recommendations, version';

/** What is kept of the sheets of a registration; undefined where none was ever sent. */
export async function summaryRow(db: Db, registrationId: string): Promise<SummaryRecord | undefined> {
  return db('observation_summaries')
    .where({ registration_id: registrationId })
    .first<SummaryRecord | undefined>(db.raw(SUMMARY));
}

/** What the sent sheets say together. */
export const summed = (all: readonly SheetRecord[]): SheetSummary =>
  summaryOf(
    all.flatMap(({ status, average, recommendation }) =>
      status === 'submitted' && average !== null ? [{ average, recommendation }] : [],
    ),
  );

/** Sums up the sent sheets of a locked registration anew, and publishes it. */
export async function publishSummary(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  registrationId: string,
): Promise<void> {
  const said = summed(await sheetsOf(trx, registrationId));
  const { rows } = await trx.raw(
    `insert into observation_summaries as o (registration_id, sheets, average, spread, recommendations)
     select :registrationId, s.sheets, s.average, s.spread, s.recommendations
     from jsonb_to_record(:said) as s(sheets integer, average numeric, spread numeric, recommendations jsonb)
     on conflict (registration_id) do update set (sheets, average, spread, recommendations, version) =
       (excluded.sheets, excluded.average, excluded.spread, excluded.recommendations, o.version + 1)
     returning ${SUMMARY}`,
    { registrationId, said: JSON.stringify(said) },
  );
  const [written] = rows as SummaryRecord[];
  if (!written) throw new Error('A summary without a row');
  await publishAll({ outbox }, trx, [written]);
}

async function publishAll(
  { outbox }: Pick<Context, 'outbox'>,
  trx: Db,
  summaries: readonly SummaryRecord[],
): Promise<void> {
  if (summaries.length === 0) return;
  await outbox.publishMany(trx, 'observation.summarised', summaries, { versionOf: ({ version }) => version });
}

/** Ends the sheets of these registrations: of what they said together the average stays. */
export async function endSheets(
  context: Pick<Context, 'outbox'>,
  trx: Db,
  registrationIds: readonly string[],
): Promise<void> {
  if (registrationIds.length === 0) return;
  await trx('observation_scores').whereIn('registration_id', registrationIds).delete();
  const { rows } = await trx.raw(
    `update observation_summaries set sheets = 0, spread = null, recommendations = '{}', version = version + 1
     where registration_id = any(?) returning ${SUMMARY}`,
    [[...registrationIds]],
  );
  await publishAll(context, trx, rows as SummaryRecord[]);
}

/** Publishes what the sheets of every registration say together again. Returns their number. */
export const replaySummaries = replayOf(
  async (context, trx, after, size) => {
    const summaries: SummaryRecord[] = await trx('observation_summaries')
      .where('registration_id', '>', after)
      .orderBy('registration_id')
      .limit(size)
      .select(trx.raw(SUMMARY));
    await publishAll(context, trx, summaries);
    return summaries;
  },
  ({ registration_id }) => registration_id,
);

type Assessment = { assessor: string | null; what: 'penilaian internal'; at: string | null };

/** What a family's data report says of sheets: who wrote them, without figures. */
export async function exportedAssessments(
  _context: unknown,
  db: Db,
  { id: registrationId }: { readonly id: string },
): Promise<{ readonly observation_assessments?: Assessment[] }> {
  const all = await sheetsOf(db, registrationId);
  const what = 'penilaian internal';
  if (all.length > 0) {
    const sheets = all.map(({ assessor_name: assessor, updated_at }) => {
      return { assessor, what, at: updated_at.toISOString() } as const;
    });
    return { observation_assessments: sheets };
  }
  const hasSummary = await summaryRow(db, registrationId);
  return hasSummary ? { observation_assessments: [{ assessor: null, what, at: null }] } : {};
}
