import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { STAFF_STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { levelLabel } from '@gerbang/domain/level-words';
import { day, moment, text } from '@gerbang/service-kit/http/cells';
import type { Cell, Column } from '@gerbang/service-kit/http/workbook';
import type { Context } from '../context.ts';
import type { ExportRecord } from './export-rows.repository.ts';

interface ExportColumn extends Column {
  readonly cell: (record: ExportRecord, context: Pick<Context, 'columns' | 'school'>) => Cell;
}

const GENDERS = { male: 'Laki-laki', female: 'Perempuan' } as const;

/** A column of sealed numbers, opened for the sheet. */
function sealed(
  title: string,
  table: 'children' | 'parents',
  field: 'nik' | 'kk_number' | 'father_ktp' | 'mother_ktp',
): ExportColumn {
  return {
    title,
    width: 20,
    cell: (one, { columns }) => {
      const number = one[field];
      const id = table === 'children' ? one.child_id : one.parent_id;
      return number ? text(columns.open(table, field, id, number)) : null;
    },
  };
}

/** The columns of every export, in the order of the sheet. */
export const EXPORT_COLUMNS: readonly ExportColumn[] = [
  { title: 'Nomor Pendaftaran', width: 22, cell: (one) => text(one.registration_number) },
  { title: 'Tanggal Daftar', width: 18, cell: (one) => moment(one.created_at) },
  { title: 'Nama Anak', width: 30, cell: (one) => text(one.full_name) },
  { title: 'Nama Panggilan', width: 16, cell: (one) => text(one.nick_name) },
  { title: 'Jenis Kelamin', width: 14, cell: (one) => text(one.gender && GENDERS[one.gender]) },
  { title: 'Tempat Lahir', width: 18, cell: (one) => text(one.birth_city) },
  { title: 'Tanggal Lahir', width: 14, cell: (one) => day(one.birth_date) },
  {
    title: 'Jenjang',
    width: 9,
    cell: (one, { school }) => text(levelLabel(school.settings.levels, one.jenjang)),
  },
  { title: 'Kelas', width: 9, cell: (one) => text(one.kelas) },
  { title: 'Tahun Ajaran', width: 13, cell: (one) => text(one.academic_year) },
  { title: 'Status Pembayaran', width: 20, cell: (one) => text(PAYMENT_LABELS[one.payment_status]) },
  { title: 'Biaya Pendaftaran', width: 18, cell: (one) => ({ rupiah: one.payment_amount }) },
  { title: 'Tanggal Verifikasi', width: 18, cell: (one) => moment(one.payment_verified_at) },
  { title: 'Tahap', width: 24, cell: (one) => text(STAFF_STAGE_LABELS[one.current_stage]) },
  { title: 'Tanggal Observasi', width: 18, cell: (one) => day(one.observation_date) },
  { title: 'Nama Ayah', width: 26, cell: (one) => text(one.father_name) },
  { title: 'Nama Ibu', width: 26, cell: (one) => text(one.mother_name) },
  { title: 'Telepon Kontak', width: 18, cell: (one) => text(one.contact_phone) },
  { title: 'Nama (dari akun)', width: 26, cell: (one) => text(one.name_from_account) },
  { title: 'Telepon (dari akun)', width: 18, cell: (one) => text(one.phone_from_account) },
  { title: 'Asal Sekolah', width: 26, cell: (one) => text(one.previous_school) },
];

/** The columns that are added for roles that may have them, and only when they ask. */
export const PERSONAL_COLUMNS: readonly ExportColumn[] = [
  sealed('NIK', 'children', 'nik'),
  sealed('No KK', 'children', 'kk_number'),
  { title: 'NISN', width: 14, cell: (one) => text(one.nisn) },
  sealed('No KTP Ayah', 'parents', 'father_ktp'),
  sealed('No KTP Ibu', 'parents', 'mother_ktp'),
];
