import type { DocumentRow, exportDocumentQueue as call } from '@gerbang/contracts/document-reviews';
import { DOCUMENT_LABELS } from '@gerbang/domain/child-documents';
import { levelLabel } from '@gerbang/domain/level-words';
import { moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { documentQueue } from './document-queue.view.ts';

const columnsOf = ({ school }: Context): readonly SheetColumn<DocumentRow>[] => [
  { title: 'Nomor Pendaftaran', width: 22, cell: ({ registration_number }) => text(registration_number) },
  { title: 'Nama Anak', width: 30, cell: ({ child_name }) => text(child_name) },
  { title: 'Jenjang', width: 9, cell: ({ jenjang }) => text(levelLabel(school.settings.levels, jenjang)) },
  { title: 'Kelas', width: 9, cell: ({ kelas }) => text(kelas) },
  { title: 'Dokumen', width: 30, cell: ({ type }) => text(type.label) },
  { title: 'Status', width: 20, cell: ({ status }) => text(DOCUMENT_LABELS[status]) },
  { title: 'Pengiriman ke', width: 14, cell: ({ number }) => ({ number }) },
  { title: 'Dikirim', width: 18, cell: ({ sent_at }) => moment(sent_at) },
];

/** The documents of a query as a file, without their pages. */
export function documentFile(
  context: Context,
  query: z.output<(typeof call)['query']>,
): ListFile<DocumentRow> {
  const db = context.database.knex;
  return {
    action: 'documents.exported',
    title: 'Dokumen',
    file: 'dokumen',
    columns: columnsOf(context),
    ...wholeOf(db, documentQueue(db, query), query),
  };
}
