import type { summarizeDocuments } from '@gerbang/contracts/document-reviews';
import type { DocumentStatus } from '@gerbang/domain/child-documents';
import type { Jenjang } from '@gerbang/domain/levels';
import { isLiveStage, STAGES } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import { textSearch } from '@gerbang/service-kit/data/text-search';
import type { z } from 'zod';
import type { Tables } from '../database.types.ts';

export type QueueFilters = z.output<(typeof summarizeDocuments)['query']>;

const ENDED = STAGES.filter((stage) => !isLiveStage(stage))
  .map((stage) => `'${stage}'`)
  .join(', ');

/** The newest live registration of the child that the type is asked for. */
const REGISTRATION = `join lateral (
  select r.id, r.registration_number, r.jenjang, r.kelas from registrations r
  where r.child_id = child_documents.child_id and r.deleted_at is null and r.current_stage not in (${ENDED})
    and r.jenjang = any(t.jenjang) and (t.classes is null or r.kelas = any(t.classes))
  order by r.id desc limit 1) r on true`;

/** Documents of children that are registered, with type and registration. */
export function queue(db: Db, { status, type, jenjang, needed_by, search }: QueueFilters) {
  const rows = db('child_documents')
    .join('document_types as t', 't.id', 'child_documents.type_id')
    .join('children as c', 'c.id', 'child_documents.child_id')
    .joinRaw(REGISTRATION)
    .whereNull('c.deleted_at');
  if (status !== undefined) void rows.where('child_documents.status', status);
  if (type !== undefined) void rows.where('t.key', type);
  if (needed_by !== undefined) void rows.where('t.needed_by', needed_by);
  if (jenjang !== undefined) void rows.where('r.jenjang', jenjang);
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

/** A document of the queue, with its newest version. */
export interface QueueRecord
  extends Pick<Tables['child_documents'], 'id' | 'version' | 'status' | 'child_id'>,
    Pick<Tables['document_types'], 'key' | 'label' | 'facts' | 'needed_by' | 'gate'>,
    Pick<Tables['registrations'], 'registration_number' | 'jenjang' | 'kelas'> {
  readonly current_version: number | null;
  readonly registration_id: string;
  readonly child_name: string;
  readonly sent_at: Date | null;
  readonly files: readonly string[] | null;
}

/** The rows of the queue. */
export function queueRows(db: Db, filters: QueueFilters) {
  return queue(db, filters)
    .leftJoin('document_versions as v', (on) => {
      on.on('v.document_id', 'child_documents.id').on('v.number', 'child_documents.current_version');
    })
    .select<QueueRecord[]>(
      ...['id', 'version', 'status', 'child_id', 'current_version'].map(
        (column) => `child_documents.${column}`,
      ),
      ...['key', 'label', 'facts', 'needed_by', 'gate'].map((column) => `t.${column}`),
      ...['registration_number', 'jenjang', 'kelas'].map((column) => `r.${column}`),
      'r.id as registration_id',
      'c.full_name as child_name',
      'v.sent_at',
      'v.files',
    );
}

/** How many documents are in a state, of a type and of a level. */
export interface QueueCell extends Pick<Tables['document_types'], 'key' | 'label'> {
  readonly status: DocumentStatus;
  readonly jenjang: Jenjang;
  readonly n: number;
}

/** The counts under these filters. */
export async function queueCells(db: Db, filters: QueueFilters): Promise<QueueCell[]> {
  return queue(db, filters)
    .groupBy('child_documents.status', 't.position', 't.key', 't.label', 'r.jenjang')
    .orderBy(['t.position', 't.key'])
    .select('child_documents.status', 't.key', 't.label', 'r.jenjang', db.raw('count(*)::integer as n'));
}
