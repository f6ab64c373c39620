import { typeApplies } from '@gerbang/domain/child-documents';
import type { Jenjang } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';
import { isChildLocked } from '../registration-record/children.repository.ts';
import type { Context } from '../context.ts';
import { documentsOfChildren, liveLevels, pagesOf, versionsOf } from './child-documents.repository.ts';
import { type DocumentView, peopleOf, toDocument, toVersion } from './child-documents.view.ts';
import { allTypes, type TypeRecord } from './document-types.repository.ts';

/** Whether a type is asked for one of these levels. */
export const appliesTo = (
  type: TypeRecord,
  levels: ReadonlyArray<{ readonly jenjang: Jenjang; readonly kelas: string | null }>,
): boolean =>
  levels.some((level) => typeApplies({ jenjang: type.jenjang as Jenjang[], classes: type.classes }, level));

interface Wanted {
  /** A type is listed that applies to one of these. */
  readonly levels: ReadonlyArray<{ readonly jenjang: Jenjang; readonly kelas: string | null }>;
  /** Whether people are named. */
  readonly people: boolean;
}

/** The documents of a child by the school's order. A retired type is shown only with what was sent. */
export async function documentsFor(
  { columns }: Pick<Context, 'columns'>,
  db: Db,
  childId: string,
  { levels, people }: Wanted,
): Promise<DocumentView[]> {
  const rows = new Map((await documentsOfChildren(db, [childId])).map((row) => [row.type_id, row]));
  const shown = (await allTypes(db)).filter(
    (type) =>
      appliesTo(type, levels) &&
      (type.retired_at === null || (rows.get(type.id)?.current_version ?? null) !== null),
  );
  const versions = await versionsOf(
    db,
    [...rows.values()].map(({ id }) => id),
  );
  const pages = await pagesOf(
    db,
    versions.flatMap(({ files }) => files),
  );
  const locked = await isChildLocked(db, childId);
  return shown.map((type) => {
    const row = rows.get(type.id);
    const history = versions
      .filter(({ document_id }) => document_id === row?.id)
      .map((one) => ({ ...toVersion(columns, one, type, pages), ...(people && peopleOf(one)) }));
    return toDocument(type, row, history, locked);
  });
}

/** The documents of a child for its family: those of its live registrations, without people's names. */
export async function documentsOfChild(
  context: Pick<Context, 'columns'>,
  db: Db,
  childId: string,
): Promise<DocumentView[]> {
  const levels = await liveLevels(db, childId);
  return documentsFor(context, db, childId, { levels, people: false });
}
