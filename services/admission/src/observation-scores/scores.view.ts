import type { OwnSheet, ScoreBoard } from '@gerbang/contracts/observation-scores';
import type { Stage } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { registrations } from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { activeRubric, rubricById, type RubricRecord } from '../rubrics/rubrics.repository.ts';
import { NO_RUBRIC, readsAll, SENT, sheetRefused } from './score-rules.ts';
import { type SheetRecord, sheetOf, sheetsOf, summed, summaryRow } from './scores.repository.ts';

type Parts = Pick<Context, 'columns'>;

const usedRubric = ({ id, title, items }: RubricRecord) => ({ id, title, items: [...items] });

const toSheet = ({ id, status, submitted_at, ...record }: SheetRecord) => ({
  id,
  status,
  submitted_at: submitted_at?.toISOString() ?? null,
  reopened: record.reopened_at && {
    at: record.reopened_at.toISOString(),
    by: record.reopened_by_name,
    reason: record.reopen_reason ?? '',
  },
});

const toContent = ({ columns }: Parts, { id, scores, average, recommendation, notes }: SheetRecord) => ({
  scores,
  average,
  recommendation,
  notes: notes === null ? null : columns.open('observation_scores', 'notes', id, notes),
});

async function aboutChild(db: Db, id: string) {
  const found = await registrations(db)
    .select('parents.user_id as family_user_id')
    .where('registrations.id', id)
    .first<
      | {
          readonly id: string;
          readonly registration_number: string;
          readonly jenjang: OwnSheet['registration']['jenjang'];
          readonly current_stage: Stage;
          readonly child_full_name: string;
          readonly family_user_id: string;
        }
      | undefined
    >();
  if (!found) throw noRegistration();
  return found;
}

/** The rubric of a sheet, or the one in force where nothing was saved yet. */
export async function rubricOf(
  db: Db,
  { jenjang }: { readonly jenjang: string },
  sheet: SheetRecord | undefined,
): Promise<RubricRecord | undefined> {
  return sheet ? rubricById(db, sheet.rubric_id) : activeRubric(db, jenjang);
}

/** The caller's own sheet about a child, with its rubric and why it is closed. */
export async function ownSheet(context: Parts, db: Db, caller: Caller, id: string): Promise<OwnSheet> {
  const about = await aboutChild(db, id);
  const { registration_number, jenjang, child_full_name: child_name } = about;
  const sheet = await sheetOf(db, id, caller.id);
  const rubric = await rubricOf(db, about, sheet);
  const refused = await sheetRefused(db, caller, about);
  const closed = refused?.message ?? (sheet?.status === 'submitted' ? SENT : rubric ? undefined : NO_RUBRIC);
  return {
    registration: { id, registration_number, jenjang, child_name },
    rubric: rubric ? usedRubric(rubric) : null,
    sheet: sheet ? { ...toSheet(sheet), ...toContent(context, sheet), version: sheet.version } : null,
    ...(closed !== undefined && { closed }),
    reads_all: readsAll(caller, sheet),
  };
}

/** All sheets about a child; of one that was not sent only that it is there. */
export async function scoreBoard(context: Parts, db: Db, id: string): Promise<ScoreBoard> {
  const all = await sheetsOf(db, id);
  const kept = await summaryRow(db, id);
  const { sheets, average, spread, recommendations } = all.length === 0 && kept ? kept : summed(all);
  const shown: ScoreBoard['all'] = [];
  for (const sheet of all) {
    const rubric = await rubricById(db, sheet.rubric_id);
    if (!rubric) throw new Error('A sheet without its rubric');
    shown.push({
      ...toSheet(sheet),
      assessor: { id: sheet.assessor_id, name: sheet.assessor_name },
      rubric: usedRubric(rubric),
      content: sheet.status === 'submitted' ? toContent(context, sheet) : null,
    });
  }
  return { sheets, average, spread, recommendations, all: shown };
}
