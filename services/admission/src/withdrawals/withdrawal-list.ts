import type { listWithdrawals as call, StaffWithdrawal } from '@gerbang/contracts/withdrawals';
import { levelLabel } from '@gerbang/domain/level-words';
import { WITHDRAWAL_LABELS, WITHDRAWAL_REASONS } from '@gerbang/domain/withdrawals';
import type { Db } from '@gerbang/service-kit/data/database';
import { moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { List, PageQuery } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import {
  listedWithdrawals,
  type StaffWithdrawalRecord,
  toStaffWithdrawal,
} from './withdrawals.repository.ts';

type Query = Omit<z.output<(typeof call)['query']>, keyof PageQuery> & PageQuery;

/** Families that left or ask to, the newest first. */
export const withdrawalList = (db: Db, query: Query): List<StaffWithdrawalRecord, StaffWithdrawal> => ({
  table: 'withdrawals',
  keys: { created_at: 'withdrawals.created_at' },
  defaultSort: '-created_at',
  rows: () => listedWithdrawals(db, query),
  toItems: (records) => records.map(toStaffWithdrawal),
});

const columnsOf = ({ school }: Context): readonly SheetColumn<StaffWithdrawal>[] => [
  { title: 'Nomor Pendaftaran', width: 22, cell: ({ registration_number }) => text(registration_number) },
  { title: 'Nama Anak', width: 30, cell: ({ child_name }) => text(child_name) },
  { title: 'Jenjang', width: 9, cell: ({ jenjang }) => text(levelLabel(school.settings.levels, jenjang)) },
  { title: 'Kelas', width: 9, cell: ({ kelas }) => text(kelas) },
  { title: 'Tahun Ajaran', width: 13, cell: ({ academic_year }) => text(academic_year) },
  { title: 'Status', width: 20, cell: ({ status }) => text(WITHDRAWAL_LABELS[status]) },
  { title: 'Alasan', width: 24, cell: ({ reason_code }) => text(WITHDRAWAL_REASONS[reason_code]) },
  { title: 'Keterangan', width: 40, cell: ({ note }) => text(note) },
  { title: 'Dicatat', width: 18, cell: ({ created_at }) => moment(created_at) },
  { title: 'Diputuskan', width: 18, cell: ({ decided_at }) => moment(decided_at) },
  { title: 'Alasan Keputusan', width: 40, cell: ({ decided_reason }) => text(decided_reason) },
  {
    title: 'Kembali Menurut Ketentuan',
    width: 18,
    cell: ({ refundable }) => ({ rupiah: refundable.total }),
  },
];

/** The withdrawals of a query as a file. */
export function withdrawalFile(context: Context, query: Query): ListFile<StaffWithdrawal> {
  const db = context.database.knex;
  return {
    action: 'withdrawal.exported',
    title: 'Pengunduran diri',
    file: 'pengunduran-diri',
    columns: columnsOf(context),
    ...wholeOf(db, withdrawalList(db, query), query),
  };
}
