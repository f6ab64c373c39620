import type { summarizeDocuments } from '@gerbang/contracts/document-reviews';
import type { DocumentFact, DocumentStatus } from '@gerbang/domain/child-documents';
import { JENJANG, type Jenjang } from '@gerbang/domain/levels';
import { isLiveStage } from '@gerbang/domain/live-stages';
import { STAGES } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import { textSearch } from '@gerbang/service-kit/data/text-search';
import type { z } from 'zod';
import type { Tables } from '../database.types.ts';

export type QueueFilters = z.output<(typeof summarizeDocuments)['query']>;

const ENDED = STAGES.filter((stage) => !isLiveStage(stage))
  .map((stage) => `'${stage}'`)
  .join(', ');

/** Whether registration `r` is live and asks for the document of type `t`. */
const ASKS = `r.child_id = child_documents.child_id and r.deleted_at is null
  and r.current_stage not in (${ENDED}) and r.jenjang = any(t.jenjang)
  and (t.classes is null or r.kelas = any(t.classes))`;
type Place = Pick<QueueFilters, 'jenjang' | 'academic_year'>;
/** SQL: of the level and the year that are given; nothing else is compared, so that the planner knows how many there are. */
const at = ({ jenjang, academic_year }: Place): string =>
  [jenjang && 'and r.jenjang = :jenjang', academic_year && 'and r.academic_year = :academic_year'].join(' ');
const placeOf = ({ jenjang, academic_year }: Place) => ({
  jenjang: jenjang ?? null,
  academic_year: academic_year ?? null,
});

/** Whether something that had been compared with an approved document was typed anew. */
const CHANGED = `exists (select from facts_changed f where f.document_id = child_documents.id)`;

function typed(db: Db) {
  return db('child_documents').join('document_types as t', 't.id', 'child_documents.type_id');
}

/** Documents in this state and of this type, moment and family. */
function narrowed(db: Db, { status, type, needed_by, search }: QueueFilters) {
  const rows = typed(db);
  if (status === 'changed') void rows.where('child_documents.status', 'approved').whereRaw(CHANGED);
  else if (status !== undefined) void rows.where('child_documents.status', status);
  if (type !== undefined) void rows.where('t.key', type);
  if (needed_by !== undefined) void rows.where('t.needed_by', needed_by);
  const found = textSearch(search, 's.search_text');
  if (found === null) return rows;
  return rows.whereIn(
    'child_documents.child_id',
    db('registration_search as s')
      .join('registrations as of_child', 'of_child.id', 's.registration_id')
      .where(found)
      .select('of_child.child_id'),
  );
}

/**
 * Documents of children with a live registration that asks for them, of this level and year if they are given. A deleted
 * child has none.
 */
function queue(db: Db, filters: QueueFilters) {
  return narrowed(db, filters).whereRaw(
    `exists (select from registrations r where ${ASKS} ${at(filters)})`,
    placeOf(filters),
  );
}

/** A document of the queue. */
export interface QueueRecord
  extends Pick<Tables['child_documents'], 'id' | 'version' | 'status' | 'child_id' | 'current_version'>,
    Pick<Tables['document_types'], 'key' | 'label' | 'facts' | 'needed_by' | 'gate'> {
  readonly child_name: string;
}

/** The rows of the queue; what is shown beside them is read for a page alone. */
export function queueRows(db: Db, filters: QueueFilters) {
  const named = queue(db, filters).join('children as c', 'c.id', 'child_documents.child_id');
  return named.select<QueueRecord[]>(
    ...['id', 'version', 'status', 'child_id', 'current_version'].map(
      (column) => `child_documents.${column}`,
    ),
    ...['key', 'label', 'facts', 'needed_by', 'gate'].map((column) => `t.${column}`),
    'c.full_name as child_name',
  );
}

/** How many rows the queue has; the children's names, which are a quarter of the work, are left out. */
export async function countQueue(db: Db, filters: QueueFilters): Promise<number> {
  const [row] = await queue(db, filters).select<{ n: number }[]>(db.raw('count(*)::integer as n'));
  return row?.n ?? 0;
}

type Shown = Pick<Tables['registrations'], 'registration_number' | 'jenjang' | 'kelas'> & {
  readonly registration_id: string;
};

/** The newest registration that asks for each of these documents, of this level and year if they are given, by document. */
export async function askingRegistrations(
  db: Db,
  ids: readonly string[],
  place: Place,
): Promise<Map<string, Shown>> {
  const rows = await typed(db)
    .joinRaw(
      `join lateral (select r.* from registrations r where ${ASKS} ${at(place)} order by r.id desc limit 1) r on true`,
      placeOf(place),
    )
    .whereIn('child_documents.id', ids)
    .select<(Shown & { readonly id: string })[]>(
      'child_documents.id',
      'r.id as registration_id',
      'r.registration_number',
      'r.jenjang',
      'r.kelas',
    );
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** The facts of each of these documents that were typed anew since they were compared with it. */
export async function changedFacts(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly DocumentFact[]>> {
  const rows = await db('facts_changed')
    .whereIn('document_id', ids)
    .select<{ document_id: string; fact: DocumentFact }[]>('document_id', 'fact');
  const found = Map.groupBy(rows, ({ document_id }) => document_id);
  return new Map([...found].map(([id, facts]) => [id, facts.map(({ fact }) => fact)]));
}

/** How many documents are in a state and of a type, with the levels that ask for them. */
export interface QueueCell extends Pick<Tables['document_types'], 'key' | 'label'> {
  readonly status: DocumentStatus;
  /** Whether they are to be compared again. */
  readonly changed: boolean;
  readonly levels: readonly Jenjang[];
  readonly n: number;
}

/** SQL: a bit for each level. */
const LEVEL_BIT = `case r.jenjang ${JENJANG.map((one, at) => `when '${one}' then ${1 << at}`).join(' ')} end`;

/** The counts under these filters, for all levels: one join, since a look for each document takes three times as long. */
export async function queueCells(db: Db, filters: Omit<QueueFilters, 'jenjang'>): Promise<QueueCell[]> {
  const each = narrowed(db, filters)
    .joinRaw(
      `join registrations r on ${ASKS} ${at({ academic_year: filters.academic_year })}`,
      placeOf(filters),
    )
    .groupBy('child_documents.id', 't.id')
    .select(
      'child_documents.status',
      't.position',
      't.key',
      't.label',
      db.raw(`(child_documents.status = 'approved' and ${CHANGED}) as changed`),
      db.raw(`bit_or(${LEVEL_BIT}) as levels`),
    );
  const cells = await db
    .from(each.as('each'))
    .groupBy('status', 'changed', 'position', 'key', 'label', 'levels')
    .orderBy(['position', 'key'])
    .select<(Omit<QueueCell, 'levels'> & { readonly levels: number })[]>([
      'status',
      'changed',
      'key',
      'label',
      'levels',
      db.raw('count(*)::integer as n'),
    ]);
  return cells.map((cell) => ({
    ...cell,
    levels: JENJANG.filter((_level, at) => (cell.levels & (1 << at)) !== 0),
  }));
}
