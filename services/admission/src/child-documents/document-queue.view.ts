import type {
  listDocumentQueue,
  summarizeDocuments,
  DocumentCounts,
  DocumentRow,
} from '@gerbang/contracts/document-reviews';
import { type DocumentFact, paperOrder, type QueueStatus } from '@gerbang/domain/child-documents';
import { JENJANG } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import { pagesOf, versionsOf } from './child-documents.repository.ts';
import { toPages } from './child-documents.view.ts';
import {
  askingRegistrations,
  changedFacts,
  countQueue,
  type QueueCell,
  queueCells,
  type QueueFilters,
  type QueueRecord,
  queueRows,
} from './document-queue.repository.ts';

/** These documents with the registrations that ask for them, and the newest sending of each. */
async function toRows(
  db: Db,
  records: readonly QueueRecord[],
  place: Pick<QueueFilters, 'jenjang' | 'academic_year'>,
): Promise<DocumentRow[]> {
  const ids = records.map(({ id }) => id);
  const registrations = await askingRegistrations(db, ids, place);
  const versions = await versionsOf(db, ids);
  const newest = new Map(
    records.map(({ id, current_version }) => [
      id,
      versions.find((one) => one.document_id === id && one.number === current_version),
    ]),
  );
  const files = [...newest.values()].flatMap((version) => version?.files ?? []);
  const pages = await pagesOf(db, files);
  const changed = await changedFacts(
    db,
    records.filter(({ status }) => status === 'approved').map(({ id }) => id),
  );
  return records.flatMap(({ key, label, facts, needed_by, gate, current_version, ...row }) => {
    const registration = registrations.get(row.id);
    // One that ended between the two reads.
    if (!registration) return [];
    const version = newest.get(row.id);
    return {
      ...row,
      ...registration,
      number: current_version ?? 0,
      sent_at: version ? new Date(version.sent_at).toISOString() : null,
      type: { key, label, facts: paperOrder(facts as DocumentFact[]), needed_by, gate },
      pages: toPages(version?.files ?? [], pages),
      changed: paperOrder(changed.get(row.id) ?? []),
    };
  });
}

/** A queue without a wanted state holds what waits. */
const WAITING: QueueStatus = 'uploaded';

/** The documents that match, those that have waited longest first; a decided one stands at the time of its decision. */
export function documentQueue(
  db: Db,
  query: z.output<(typeof listDocumentQueue)['query']>,
): List<QueueRecord, DocumentRow> {
  const filters = { status: WAITING, ...query };
  return {
    table: 'child_documents',
    // A document that waits was changed last when it was sent.
    keys: { sent_at: 'child_documents.updated_at' },
    defaultSort: 'sent_at',
    rows: () =>
      query.id === undefined
        ? queueRows(db, filters)
        : queueRows(db, query).where('child_documents.id', query.id),
    // With an id there is one page, which needs no count.
    count: () => countQueue(db, filters),
    toItems: (rows) => toRows(db, rows, query),
  };
}

type Chosen = Pick<QueueFilters, 'type' | 'jenjang'> & { readonly status?: QueueStatus | undefined };

const sumOf = (cells: readonly QueueCell[], { status, type, jenjang }: Chosen): number =>
  cells
    .filter((cell) => status === undefined || (status === 'changed' ? cell.changed : cell.status === status))
    .filter((cell) => type === undefined || cell.key === type)
    .filter((cell) => jenjang === undefined || cell.levels.includes(jenjang))
    .reduce((sum, { n }) => sum + n, 0);

/** Counts under these filters; each state, type and level is counted as if it were the one chosen. */
export async function documentCounts(
  db: Db,
  { status = WAITING, type, jenjang, parts_year, ...others }: z.output<(typeof summarizeDocuments)['query']>,
): Promise<DocumentCounts> {
  const { academic_year, ...everyYear } = others;
  const [cells, parts, waiting] = await Promise.all([
    queueCells(db, others),
    parts_year === undefined ? undefined : queueCells(db, { ...others, academic_year: parts_year }),
    academic_year === undefined
      ? undefined
      : countQueue(db, { ...everyYear, type, jenjang, status: WAITING }),
  ]);
  const count = (one: Chosen, of = cells) => sumOf(of, { status, type, jenjang, ...one });
  const types = new Map(cells.map(({ key, label }) => [key, label]));
  return {
    waiting: waiting ?? count({ status: WAITING }),
    returned: count({ status: 'returned' }, parts),
    approved: count({ status: 'approved' }, parts),
    changed: count({ status: 'changed' }, parts),
    by_type: [...types]
      .map(([key, label]) => ({ key, label, count: count({ type: key }) }))
      .filter((one) => one.count > 0),
    by_jenjang: JENJANG.map((one) => ({ jenjang: one, count: count({ jenjang: one }) })).filter(
      (one) => one.count > 0,
    ),
  };
}
