import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { School } from '@gerbang/contracts/school';
import { STAFF_CONFIRMATION_LABELS } from '@gerbang/domain/enrollment-confirmations';
import { levelLabel } from '@gerbang/domain/level-words';
import type { Db } from '@gerbang/service-kit/data/database';
import { moment, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { List, PageQuery } from '@gerbang/service-kit/http/paging';

const rupiah = (value: number | undefined) => (value === undefined ? null : { rupiah: value });

const columnsOf = ({ levels }: School): readonly SheetColumn<Confirmation>[] => [
  {
    title: 'Nomor Pendaftaran',
    width: 22,
    cell: ({ registration }) => text(registration.registration_number),
  },
  { title: 'Nama Anak', width: 30, cell: ({ child }) => text(child.full_name) },
  { title: 'Jenjang', width: 9, cell: ({ registration }) => text(levelLabel(levels, registration.jenjang)) },
  { title: 'Kelas', width: 9, cell: ({ registration }) => text(registration.kelas) },
  { title: 'Tahun Ajaran', width: 13, cell: ({ registration }) => text(registration.academic_year) },
  { title: 'Nama Ayah', width: 26, cell: ({ parent }) => text(parent.father_name) },
  { title: 'Nama Ibu', width: 26, cell: ({ parent }) => text(parent.mother_name) },
  { title: 'Telepon Kontak', width: 18, cell: ({ parent }) => text(parent.contact_phone) },
  { title: 'Nama (dari akun)', width: 26, cell: ({ parent }) => text(parent.name_from_account) },
  { title: 'Telepon (dari akun)', width: 18, cell: ({ parent }) => text(parent.phone_from_account) },
  { title: 'Dikirim', width: 18, cell: ({ submitted_at }) => moment(submitted_at) },
  { title: 'Status', width: 16, cell: ({ status }) => text(STAFF_CONFIRMATION_LABELS[status]) },
  {
    title: 'Cara Bayar',
    width: 14,
    cell: ({ payment_preference }) => text(payment_preference === 'full' ? 'Lunas sekaligus' : 'Cicilan'),
  },
  { title: 'Sumbangan', width: 18, cell: ({ contribution_amount }) => rupiah(contribution_amount) },
  { title: 'Sumbangan Barang', width: 30, cell: (one) => text(one.contribution_description) },
  { title: 'Total', width: 18, cell: ({ payment_summary }) => rupiah(payment_summary?.total_amount) },
  { title: 'Terbayar', width: 18, cell: ({ payment_summary }) => rupiah(payment_summary?.amount_paid) },
  { title: 'Sisa', width: 18, cell: ({ payment_summary }) => rupiah(payment_summary?.outstanding_balance) },
];

/** The confirmations of a list as a file. */
export const confirmationFile = <Row extends { readonly id: string }>(
  db: Db,
  school: School,
  list: List<Row, Confirmation>,
  query: PageQuery,
): ListFile<Confirmation> => ({
  action: 'confirmation.exported',
  title: 'Daftar ulang',
  file: 'daftar-ulang',
  columns: columnsOf(school),
  ...wholeOf(db, list, query),
});
