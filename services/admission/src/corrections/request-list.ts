import type {
  listCorrectionRequests as call,
  StaffCorrectionRequest,
} from '@gerbang/contracts/correction-requests';
import { CORRECTION_REQUEST_LABELS } from '@gerbang/domain/corrections';
import type { Db } from '@gerbang/service-kit/data/database';
import { moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import { listedRequests, type StaffRequestRecord, toStaffRequest } from './correction-requests.repository.ts';

type Query = z.output<(typeof call)['query']>;

/** The requests of a query, the oldest first. */
export const requestList = (db: Db, query: Query): List<StaffRequestRecord, StaffCorrectionRequest> => ({
  table: 'correction_requests',
  keys: { created_at: 'correction_requests.created_at' },
  defaultSort: 'created_at',
  rows: () => listedRequests(db, query),
  toItems: (records) => records.map(toStaffRequest),
});

const COLUMNS: readonly SheetColumn<StaffCorrectionRequest>[] = [
  { title: 'Nomor Pendaftaran', width: 22, cell: ({ registration_number }) => text(registration_number) },
  { title: 'Nama Anak', width: 30, cell: ({ child_name }) => text(child_name) },
  {
    title: 'Jenis',
    width: 20,
    cell: ({ correction_id }) => text(correction_id === null ? 'Permintaan koreksi' : 'Keberatan'),
  },
  { title: 'Permintaan', width: 60, cell: (row) => text(row.text) },
  { title: 'Status', width: 16, cell: ({ status }) => text(CORRECTION_REQUEST_LABELS[status]) },
  { title: 'Jawaban', width: 60, cell: ({ answer }) => text(answer) },
  { title: 'Dijawab Oleh', width: 24, cell: ({ answered_by }) => text(answered_by?.name) },
  { title: 'Dikirim', width: 18, cell: ({ created_at }) => moment(created_at) },
  { title: 'Dijawab', width: 18, cell: ({ answered_at }) => moment(answered_at) },
];

/** The requests of a query as a file. */
export const requestFile = (db: Db, query: Query): ListFile<StaffCorrectionRequest> => ({
  action: 'correction_requests.exported',
  title: 'Permintaan koreksi',
  file: 'permintaan-koreksi',
  columns: COLUMNS,
  ...wholeOf(db, requestList(db, query), query),
});
