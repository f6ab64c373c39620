import type { listDocumentQueue } from '@gerbang/contracts/document-reviews';
import type { DocumentCounts, DocumentRow } from '@gerbang/contracts/document-reviews.types';
import { type DocumentFact, type DocumentStatus, paperOrder } from '@gerbang/domain/child-documents';
import { JENJANG } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import { pagesOf, type PageRecord } from './child-documents.repository.ts';
import { toPages } from './child-documents.view.ts';
import {
  type QueueCell,
  queueCells,
  type QueueFilters,
  type QueueRecord,
  queueRows,
} from './document-queue.repository.ts';

function toRow(record: QueueRecord, pages: ReadonlyMap<string, PageRecord>): DocumentRow {
  const { key, label, facts, needed_by, gate, current_version, sent_at, files, ...row } = record;
  return {
    ...row,
    number: current_version ?? 0,
    sent_at: sent_at && new Date(sent_at).toISOString(),
    type: { key, label, facts: paperOrder(facts as DocumentFact[]), needed_by, gate },
    pages: toPages(files ?? [], pages),
  };
}

/** A queue without a wanted state holds what waits. */
const WAITING: DocumentStatus = 'uploaded';

/** The documents that match, those that have waited longest first; a decided one stands at the time of its decision. */
export function documentQueue(
  db: Db,
  query: z.output<(typeof listDocumentQueue)['query']>,
): List<QueueRecord, DocumentRow> {
  return {
    table: 'child_documents',
    // A document that waits was changed last when it was sent.
    keys: { sent_at: 'child_documents.updated_at' },
    defaultSort: 'sent_at',
    rows: () => queueRows(db, { status: WAITING, ...query }),
    toItems: async (rows) => {
      const pages = await pagesOf(
        db,
        rows.flatMap(({ files }) => files ?? []),
      );
      return rows.map((row) => toRow(row, pages));
    },
  };
}

type Chosen = Pick<QueueFilters, 'type' | 'jenjang'> & { readonly status?: DocumentStatus | undefined };

const sumOf = (cells: readonly QueueCell[], { status, type, jenjang }: Chosen): number =>
  cells
    .filter((cell) => status === undefined || cell.status === status)
    .filter((cell) => type === undefined || cell.key === type)
    .filter((cell) => jenjang === undefined || cell.jenjang === jenjang)
    .reduce((sum, { n }) => sum + n, 0);

/** Counts under these filters; each state, type and level is counted as if it were the one chosen. */
export async function documentCounts(
  db: Db,
  { status = WAITING, type, jenjang, ...others }: QueueFilters,
): Promise<DocumentCounts> {
  const cells = await queueCells(db, others);
  const count = (one: Chosen) => sumOf(cells, { status, type, jenjang, ...one });
  const types = new Map(cells.map(({ key, label }) => [key, label]));
  return {
    waiting: count({ status: 'uploaded' }),
    returned: count({ status: 'returned' }),
    approved: count({ status: 'approved' }),
    by_type: [...types]
      .map(([key, label]) => ({ key, label, count: count({ type: key }) }))
      .filter((one) => one.count > 0),
    by_jenjang: JENJANG.map((one) => ({ jenjang: one, count: count({ jenjang: one }) })).filter(
      (one) => one.count > 0,
    ),
  };
}
