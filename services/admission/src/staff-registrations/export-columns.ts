import { PAYMENT_LABELS, type PaymentStatus } from '@gerbang/domain/registration-payments';
import { STAFF_STAGE_LABELS, type Stage } from '@gerbang/domain/registration-stages';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Cell, Column } from '@gerbang/service-kit/http/workbook';

/** A row of the export as the database gives it; personal numbers are ciphertext, and there only where asked for. */
export interface ExportRecord {
  readonly id: string;
  readonly child_id: string;
  readonly parent_id: string;
  readonly registration_number: string;
  readonly created_at: Date;
  readonly full_name: string;
  readonly nick_name: string | null;
  readonly gender: 'male' | 'female' | null;
  readonly birth_city: string;
  readonly birth_date: string;
  readonly jenjang: string;
  readonly kelas: string | null;
  readonly academic_year: string;
  readonly payment_status: PaymentStatus;
  readonly payment_amount: number;
  readonly payment_verified_at: Date | null;
  readonly current_stage: Stage;
  readonly observation_date: string | null;
  readonly father_name: string | null;
  readonly mother_name: string | null;
  readonly contact_phone: string | null;
  readonly previous_school: string | null;
  readonly nik?: string | null;
  readonly kk_number?: string | null;
  readonly nisn?: string | null;
  readonly father_ktp?: string | null;
  readonly mother_ktp?: string | null;
}

interface ExportColumn extends Column {
  readonly cell: (record: ExportRecord, columns: Columns) => Cell;
}

const text = (value: string | null | undefined): Cell => (value ? { text: value } : null);
const day = (value: string | null): Cell => (value === null ? null : { day: value });
const moment = (value: Date | null): Cell => (value === null ? null : { moment: new Date(value) });
const GENDERS = { male: 'Laki-laki', female: 'Perempuan' } as const;

function opened(
  columns: Columns,
  place: readonly [string, string, string],
  sealed: string | null | undefined,
): Cell {
  return sealed ? { text: columns.open(...place, sealed) } : null;
}

/** What every export has, in the order of the sheet. */
export const EXPORT_COLUMNS: readonly ExportColumn[] = [
  { title: 'Nomor Pendaftaran', width: 22, cell: (one) => text(one.registration_number) },
  { title: 'Tanggal Daftar', width: 18, cell: (one) => moment(one.created_at) },
  { title: 'Nama Anak', width: 30, cell: (one) => text(one.full_name) },
  { title: 'Nama Panggilan', width: 16, cell: (one) => text(one.nick_name) },
  { title: 'Jenis Kelamin', width: 14, cell: (one) => text(one.gender && GENDERS[one.gender]) },
  { title: 'Tempat Lahir', width: 18, cell: (one) => text(one.birth_city) },
  { title: 'Tanggal Lahir', width: 14, cell: (one) => day(one.birth_date) },
  { title: 'Jenjang', width: 9, cell: (one) => text(one.jenjang) },
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
  { title: 'Asal Sekolah', width: 26, cell: (one) => text(one.previous_school) },
];

/** What is added for roles that may have it, and only when they ask (authorization, "Rows to come"). */
export const PERSONAL_COLUMNS: readonly ExportColumn[] = [
  {
    title: 'NIK',
    width: 20,
    cell: (one, columns) => opened(columns, ['children', 'nik', one.child_id], one.nik),
  },
  {
    title: 'No KK',
    width: 20,
    cell: (one, columns) => opened(columns, ['children', 'kk_number', one.child_id], one.kk_number),
  },
  { title: 'NISN', width: 14, cell: (one) => text(one.nisn) },
  {
    title: 'No KTP Ayah',
    width: 20,
    cell: (one, columns) => opened(columns, ['parents', 'father_ktp', one.parent_id], one.father_ktp),
  },
  {
    title: 'No KTP Ibu',
    width: 20,
    cell: (one, columns) => opened(columns, ['parents', 'mother_ktp', one.parent_id], one.mother_ktp),
  },
];
