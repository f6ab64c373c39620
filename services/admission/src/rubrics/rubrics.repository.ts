import type { Jenjang } from '@gerbang/domain/levels';
import { RUBRIC_MACHINE, type RubricItem, type RubricStatus } from '@gerbang/domain/rubrics';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';

/** A row of `rubrics`. */
export type RubricRecord = Omit<Tables['rubrics'], 'jenjang' | 'status' | 'items' | 'flagged_words'> & {
  readonly jenjang: Jenjang;
  readonly status: RubricStatus;
  readonly items: readonly RubricItem[];
  readonly flagged_words: readonly string[];
};
type Content = Pick<RubricRecord, 'title' | 'items' | 'flagged_words'>;

const jsonOf = ({ title, items, flagged_words }: Content) => ({
  title,
  items: JSON.stringify(items),
  flagged_words: JSON.stringify(flagged_words),
});

/** All rubrics, the newest of each level first. */
export async function allRubrics(db: Db): Promise<RubricRecord[]> {
  return db('rubrics').orderBy([{ column: 'jenjang' }, { column: 'version_no', order: 'desc' }]);
}

/** One rubric; undefined where there is none. */
export async function rubricById(db: Db, id: string): Promise<RubricRecord | undefined> {
  return db('rubrics').where({ id }).first<RubricRecord | undefined>();
}

/** The rubric in force for a level; undefined where there is none. */
export async function activeRubric(db: Db, jenjang: string): Promise<RubricRecord | undefined> {
  return db('rubrics').where({ jenjang, status: 'active' }).first<RubricRecord | undefined>();
}

/** Lets one change of the rubrics of a level run at a time. */
export async function lockLevel(trx: Db, jenjang: string): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended(?, 0))`, [`rubrics:${jenjang}`]);
}

/** Writes a new draft of a locked level. */
export async function insertDraft(
  trx: Db,
  { jenjang, ...content }: Content & Pick<RubricRecord, 'jenjang'>,
  by: Actor,
): Promise<RubricRecord> {
  assertEdge(RUBRIC_MACHINE, null, { to: 'draft', by: 'staff' });
  const [written] = await trx('rubrics')
    .insert({
      ...jsonOf(content),
      id: uuidv7(),
      jenjang,
      version_no: trx.raw('(select coalesce(max(version_no), 0) + 1 from rubrics where jenjang = ?)', [
        jenjang,
      ]),
      created_by_id: by.id,
      created_by_name: by.name,
    })
    .returning<RubricRecord[]>('*');
  if (!written) throw new Error('a rubric without a row');
  return written;
}

/** Moves a rubric of a locked level, or writes the content of a draft anew. */
export async function updateRubric(
  trx: Db,
  present: Pick<RubricRecord, 'id' | 'version' | 'status'>,
  to: RubricStatus,
  change: Readonly<Record<string, unknown>> | Content,
): Promise<void> {
  assertEdge(RUBRIC_MACHINE, present.status, { to, by: 'staff' });
  const { id, version, status } = present;
  const written = await trx('rubrics')
    .where({ id, version, status })
    .update({
      ...('items' in change ? jsonOf(change as Content) : change),
      status: to,
      version: version + 1,
      updated_at: trx.fn.now(),
    });
  if (written !== 1) throw new Error('A locked rubric changed');
}
