import { ANNOUNCEMENT_LABELS, SKIP_LABELS, STAFF_RESULT_LABELS } from '@gerbang/domain/announcements';
import { LINE_LABELS } from '@gerbang/domain/bank-lines';
import { DOCUMENT_LABELS, FACT_LABELS, RETURN_LABELS } from '@gerbang/domain/child-documents';
import { STAFF_CONFIRMATION_LABELS } from '@gerbang/domain/enrollment-confirmations';
import { GENDER_LABELS, HOW_KNOW_SCHOOL_LABELS } from '@gerbang/domain/family-options';
import { REOPEN_CAUSE_LABELS } from '@gerbang/domain/bank-days';
import { INVOICE_LABELS } from '@gerbang/domain/invoices';
import { PAYMENT_METHOD_LABELS, VERIFICATION_LABELS } from '@gerbang/domain/invoice-payments';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { NUMBER_CHECK_LABELS, NUMBER_FAILURE_LABELS } from '@gerbang/domain/number-requests';
import {
  PAYMENT_LABELS,
  SETTLEMENT_LABELS,
  SETTLEMENT_REFUSAL_TEXTS,
} from '@gerbang/domain/registration-payments';
import { STAFF_STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { DAY_OFF_LABELS } from '@gerbang/domain/school-days';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import type { AreaName } from './audit.copy.ts';

type Labels = Readonly<Record<string, string>>;

/** The fields of all trails in words. */
const FIELDS: Labels = {
  payment_status: 'Status pembayaran',
  current_stage: 'Tahap',
  rejection_reason: 'Alasan penolakan',
  observation_date: 'Tanggal observasi',
  observation_until: 'Observasi sampai',
  observation_week: 'Observasi pekan ini',
  payment_days: 'Status pembayaran sejak (hari)',
  jenjang: 'Jenjang',
  kelas: 'Kelas',
  academic_year: 'Tahun ajaran',
  child_id: 'Anak',
  record_id: 'Untuk catatan',
  attached_to: 'Milik',
  file: 'File',
  before: 'File sebelumnya',
  from: 'Dari',
  to: 'Menjadi',
  number: 'No. pendaftaran',
  fee: 'Biaya',
  consent: 'Versi persetujuan',
  fields: 'Isian yang berubah',
  rows: 'Jumlah baris',
  personal: 'Dengan NIK dan No. KK',
  filters: 'Saringan',
  searched: 'Dengan pencarian',
  next_page: 'Halaman lanjutan',
  checked: 'Yang diperiksa',
  cause: 'Sebab',
  reason: 'Alasan',
  proved_by: 'Dibuktikan akun',
  moved_to: 'Dipindah ke akun',
  name: 'Nama',
  email: 'Email',
  role: 'Peran',
  password: 'Password',
  full_name: 'Nama lengkap',
  nick_name: 'Nama panggilan',
  gender: 'Jenis kelamin',
  birth_city: 'Tempat lahir',
  birth_date: 'Tanggal lahir',
  blood_type: 'Golongan darah',
  sibling_count: 'Jumlah saudara',
  nik: 'NIK',
  kk_number: 'No. KK',
  address: 'Alamat',
  kelurahan: 'Kelurahan',
  kecamatan: 'Kecamatan',
  kab_kota: 'Kabupaten/kota',
  provinsi: 'Provinsi',
  father_name: 'Nama ayah',
  mother_name: 'Nama ibu',
  father_phone: 'Telepon ayah',
  mother_phone: 'Telepon ibu',
  father_ktp: 'No. KTP ayah',
  father_alive_status: 'Status ayah',
  mother_alive_status: 'Status ibu',
  nik_duplicate: 'NIK ganda',
  due_from: 'Jatuh tempo dari',
  due_until: 'Jatuh tempo sampai',
  id: 'Catatan',
  mother_ktp: 'No. KTP ibu',
  father_education: 'Pendidikan ayah',
  mother_education: 'Pendidikan ibu',
  father_job: 'Pekerjaan ayah',
  mother_job: 'Pekerjaan ibu',
  father_income: 'Penghasilan ayah',
  mother_income: 'Penghasilan ibu',
  contact_phone: 'Nomor kontak',
  previous_school: 'Asal sekolah',
  previous_grade: 'Kelas terakhir',
  nisn: 'NISN',
  how_know_school: 'Mengetahui sekolah dari',
  uniform_size: 'Ukuran seragam',
  sibling_name: 'Saudara di sekolah ini',
  collective_student_name: 'Nama pendaftaran kolektif',
  information: 'Catatan khusus',
  day: 'Tanggal',
  kind: 'Jenis',
  source: 'Asal',
  version: 'Versi',
  settings: 'Pengaturan',
  note: 'Catatan',
  status: 'Status',
  title: 'Judul',
  content: 'Isi',
  observation_period: 'Periode observasi',
  results: 'Hasil',
  skipped: 'Hasil yang dilewati',
  passed_count: 'Lulus',
  failed_count: 'Tidak lulus',
  waitlisted_count: 'Cadangan',
  examined_count: 'Sudah diperiksa',
  unexamined_count: 'Belum diperiksa',
  examined_outside: 'Dinyatakan diperiksa di luar portal',
  registration_id: 'Pendaftaran',
  announcement_id: 'Pengumuman',
  request_id: 'Permintaan',
  user_id: 'Akun',
  children: 'Anak',
  registrations: 'Pendaftaran',
  files: 'File',
  reported: 'Bagian yang selesai',
  document_type: 'Jenis dokumen',
  document_types: 'Jenis dokumen yang belum ada',
  document_status: 'Status dokumen sebelumnya',
  sending: 'Kiriman ke',
  pages: 'Halaman',
  return_reason: 'Alasan dikembalikan',
  facts: 'Data yang sama',
  expires_on: 'Berlaku sampai',
  purpose: 'Tujuan',
  gate: 'Bila belum ada',
  required: 'Wajib',
  retired: 'Ditutup',
  wave: 'Gelombang',
  opens_at: 'Dibuka',
  closes_at: 'Ditutup',
  applicants_max: 'Jumlah pendaftar terbanyak',
  fee_override: 'Biaya sendiri',
  payment_period: 'Periode pembayaran',
  registration_number: 'No. pendaftaran',
  payment_amount: 'Biaya pendaftaran',
  enrollment_status: 'Status daftar ulang',
  locked: 'Data dikunci',
  decline_reason: 'Alasan penolakan',
  scheme_id: 'Skema',
  confirmation_id: 'Konfirmasi',
  payment_scheme: 'Cara bayar',
  total_discount: 'Jumlah potongan',
  final_education_fee: 'Biaya pendidikan akhir',
  invoices: 'Tagihan',
  invoice_id: 'Tagihan',
  invoice_number: 'No. tagihan',
  account_key: 'Rekening',
  lines: 'Baris',
  new_lines: 'Baris baru',
  forced_reason: 'Alasan diterima walau tidak cocok',
  in_total: 'Uang masuk',
  booked: 'Dibukukan',
  surplus: 'Kelebihan nominal unik',
  settlement: 'Penyelesaian',
  ignored: 'Diabaikan',
  unapplied: 'Belum dibukukan',
  reopen_cause: 'Sebab dibuka lagi',
  bank_line_id: 'Baris mutasi bank',
  file_id: 'Bukti yang dikirim kemudian',
  other_file_id: 'Bukti yang dikirim lebih dahulu',
  target: 'Pendaftaran atau tagihan',
  former: 'Jumlah tepat sebelumnya',
  line_status: 'Status baris mutasi',
  numbers: 'Nomor',
  returned_on: 'Dikembalikan pada',
  total_amount: 'Jumlah tagihan',
  due_date: 'Jatuh tempo',
  verification_status: 'Status pembayaran tagihan',
  amount_paid: 'Jumlah dibayar',
  paid_amount: 'Sudah dibayar',
  payment_method: 'Cara pembayaran',
  payment_date: 'Tanggal pembayaran',
  settled_by: 'Dilunasi dengan',
  settled_on: 'Uang masuk pada',
  source_id: 'Catatan bank',
  refusal: 'Sebab tidak melunasi',
  unapplied_receipt_id: 'Dana belum dibukukan',
  amount: 'Jumlah',
  error_code: 'Kode kesalahan',
  counts: 'Jumlah yang diakhiri',
  audit: 'Jejak audit',
  number_requests: 'Permintaan nomor hilang',
  registrations_never_paid: 'Pendaftaran tanpa pembayaran',
  registrations_failed: 'Pendaftaran yang tidak lulus',
  children_deleted: 'Anak yang dihapus',
  document_versions_replaced: 'Kiriman dokumen yang sudah diganti',
  child_documents: 'Dokumen anak',
  accounts_unproved: 'Akun tanpa nomor terbukti',
  codes: 'Kode',
  texts: 'Isi pesan',
  inbox: 'Kotak masuk',
};

/** Fields that mean another thing in one trail. */
const FIELDS_OF: Readonly<Partial<Record<AreaName, Labels>>> = {
  pengumuman: { status: 'Status pengumuman', jenjang: 'Jenjang' },
  tagihan: { status: 'Status daftar ulang', file: 'Bukti pembayaran' },
  akun: { kind: 'Cara verifikasi' },
  pesan: { kind: 'Pesan', reason: 'Sebab' },
};

const ENROLLMENT: Labels = {
  pending: 'Belum',
  confirmed: 'Terkonfirmasi',
  payment_scheme_created: 'Skema dibuat',
  declined: 'Ditolak',
};

/** The constants of a field in words, the same in all trails. */
const VALUES: Readonly<Record<string, Labels>> = {
  payment_status: PAYMENT_LABELS,
  current_stage: STAFF_STAGE_LABELS,
  stage: STAFF_STAGE_LABELS,
  role: ROLE_WORDS,
  gender: GENDER_LABELS,
  how_know_school: HOW_KNOW_SCHOOL_LABELS,
  attached_to: {
    registration_payment: 'Pembayaran pendaftaran',
    registration_stage: 'Tahap pendaftaran',
    invoice_payment: 'Pembayaran tagihan',
    child_document: 'Dokumen anak',
  },
  document_status: DOCUMENT_LABELS,
  return_reason: RETURN_LABELS,
  facts: FACT_LABELS,
  gate: { none: 'Hanya terlihat', warn: 'Peringatan', block: 'Menahan' },
  checked: NUMBER_CHECK_LABELS,
  cause: NUMBER_FAILURE_LABELS,
  enrollment_status: ENROLLMENT,
  verification_status: VERIFICATION_LABELS,
  line_status: LINE_LABELS,
  payment_method: PAYMENT_METHOD_LABELS,
  settled_by: SETTLEMENT_LABELS,
  refusal: SETTLEMENT_REFUSAL_TEXTS,
  payment_scheme: { full: 'Lunas sekaligus', installment: 'Cicilan 4 tahap' },
  source: { suggested: 'Usulan yang dipastikan', typed: 'Ditulis sendiri' },
  result: STAFF_RESULT_LABELS,
  reopen_cause: REOPEN_CAUSE_LABELS,
  reported: {
    auth: 'Akun',
    admission: 'Penerimaan',
    announcement: 'Pengumuman',
    billing: 'Tagihan',
    notification: 'Pesan',
  },
};

/** The constants of a field that are this trail's own: an invoice payment's statuses are not the fee's. */
const VALUES_OF: Readonly<Partial<Record<AreaName, Readonly<Record<string, Labels>>>>> = {
  penerimaan: { kind: DAY_OFF_LABELS },
  pengumuman: { status: ANNOUNCEMENT_LABELS, reason: SKIP_LABELS },
  tagihan: { status: { ...INVOICE_LABELS, ...STAFF_CONFIRMATION_LABELS } },
  akun: { kind: { passkey: 'Kunci sandi', totp: 'Aplikasi kode' } },
  pesan: { kind: MESSAGE_KIND_LABELS },
};

/** A field of a trail in words; undefined where there are none. */
export const fieldLabel = (area: AreaName, name: string): string | undefined =>
  FIELDS_OF[area]?.[name] ?? FIELDS[name];

/** Why a message failed, as the page of messages says it. */
const causeOf = (reason: string): string | undefined =>
  messageTrouble({ status: 'failed', reason, error_code: null, code: false })?.cause;

/** A constant of a field in words; undefined for any other text. */
export function valueLabel(area: AreaName, name: string, value: string): string | undefined {
  if (area === 'pesan' && name === 'reason') return causeOf(value);
  return VALUES_OF[area]?.[name]?.[value] ?? VALUES[name]?.[value];
}

/** Fields that hold rupiah. */
export const RUPIAH_FIELDS: ReadonlySet<string> = new Set([
  'fee',
  'payment_amount',
  'total_discount',
  'final_education_fee',
  'total_amount',
  'amount_paid',
  'paid_amount',
  'amount',
  'booked',
  'surplus',
  'unapplied',
]);
/** Numbers that are names, not amounts. */
export const PLAIN_NUMBERS: ReadonlySet<string> = new Set(['error_code', 'version', 'from']);
