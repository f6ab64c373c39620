import type { listProofAlerts as call, ProofAlert } from '@gerbang/contracts/proof-alerts';
import { PROOF_ALERT_LABELS } from '@gerbang/domain/proof-alerts';
import type { Db } from '@gerbang/service-kit/data/database';
import { moment, number, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { z } from 'zod';
import { alertList } from './proof-alerts.view.ts';

const columnsOf = (of: 'proof' | 'other', which: string): readonly SheetColumn<ProofAlert>[] => [
  { title: `Nomor ${which}`, width: 22, cell: (row) => text(row[of].number) },
  { title: `Anak ${which}`, width: 30, cell: (row) => text(row[of].child_name) },
  { title: `Keluarga ${which}`, width: 36, cell: (row) => text(row[of].family) },
  { title: `Dikirim ${which}`, width: 18, cell: (row) => moment(row[of].sent_at) },
];

const COLUMNS: readonly SheetColumn<ProofAlert>[] = [
  ...columnsOf('proof', 'Bukti Kemudian'),
  ...columnsOf('other', 'Bukti Lebih Dahulu'),
  {
    title: 'Kemiripan',
    width: 16,
    cell: ({ kind }) => text(kind === 'same_file' ? 'Berkas sama' : 'Gambar mirip'),
  },
  { title: 'Mirip (‰)', width: 10, cell: ({ score }) => number(score) },
  { title: 'Keluarga Sama', width: 14, cell: ({ same_family }) => text(same_family ? 'Ya' : 'Tidak') },
  { title: 'Status', width: 20, cell: ({ status }) => text(PROOF_ALERT_LABELS[status]) },
  { title: 'Catatan', width: 40, cell: ({ note }) => text(note) },
  { title: 'Diputuskan Oleh', width: 24, cell: ({ decided_by }) => text(decided_by?.name) },
  { title: 'Diputuskan', width: 18, cell: ({ decided_at }) => moment(decided_at) },
];

/** The alerts of a query as a file, without the pictures. */
export const alertFile = (db: Db, query: z.output<(typeof call)['query']>): ListFile<ProofAlert> => ({
  action: 'proof_alerts.exported',
  title: 'Bukti ganda',
  file: 'bukti-ganda',
  columns: COLUMNS,
  ...wholeOf(db, alertList(db, query), query),
});
