import type { listPapers as call, paperSchema } from '@gerbang/contracts/papers';
import { PAPER_LABELS } from '@gerbang/domain/papers';
import type { Db } from '@gerbang/service-kit/data/database';
import { day, moment, number, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import { type ListedPaper, listedPapers } from './papers.repository.ts';
import { toPaper } from './papers.view.ts';

type Paper = z.input<typeof paperSchema>;
type Query = z.output<(typeof call)['query']>;

/** The papers of a query, the newest first. */
export const paperList = (db: Db, query: Query): List<ListedPaper, Paper> => ({
  table: 'papers',
  keys: { issued_on: 'papers.issued_on' },
  defaultSort: '-issued_on',
  rows: () => listedPapers(db, query),
  toItems: (records) => records.map(toPaper),
});

const COLUMNS: readonly SheetColumn<Paper>[] = [
  { title: 'Nomor', width: 24, cell: (paper) => text(paper.number) },
  { title: 'Dokumen', width: 28, cell: ({ kind }) => text(PAPER_LABELS[kind]) },
  { title: 'Anak', width: 30, cell: ({ child_name }) => text(child_name) },
  { title: 'Terbit', width: 14, cell: ({ issued_on }) => day(issued_on) },
  { title: 'Jumlah', width: 16, cell: ({ amount }) => (amount === null ? null : { rupiah: amount }) },
  { title: 'Dicabut', width: 18, cell: ({ revoked_at }) => moment(revoked_at) },
  { title: 'Alasan', width: 40, cell: ({ reason }) => text(reason) },
  { title: 'Diperiksa', width: 10, cell: ({ looks }) => number(looks) },
];

/** The papers of a query as a file. */
export const paperFile = (db: Db, query: Query): ListFile<Paper> => ({
  action: 'papers.exported',
  title: 'Dokumen terbit',
  file: 'dokumen-terbit',
  columns: COLUMNS,
  ...wholeOf(db, paperList(db, query), query),
});
