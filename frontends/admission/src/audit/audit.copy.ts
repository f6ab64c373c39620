import * as audit from '@gerbang/contracts/audit';
import { NUMBER_CHECK_LABELS, NUMBER_FAILURE_LABELS } from '@gerbang/domain/number-requests';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { ROLE_LABELS } from '@gerbang/domain/roles';

/** Texts of the changes that a row lists. */
export const wordsCopy = {
  field: (name: string, value: string) => `${name}: ${value}`,
  yes: 'Ya',
  no: 'Tidak',
  shortId: (id: string) => `…${id.slice(-8)}`,
} as const;

/** The changed fields in words; one that is not listed is shown as it is stored. */
export const DETAIL_LABELS: Readonly<Record<string, string>> = {
  payment_status: 'Status pembayaran',
  current_stage: 'Tahap',
  rejection_reason: 'Alasan penolakan',
  observation_date: 'Tanggal observasi',
  observation_until: 'Observasi sampai',
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
  fields: 'Isian',
  rows: 'Jumlah baris',
  personal: 'Dengan NIK dan No. KK',
  filters: 'Saringan',
  searched: 'Dengan pencarian',
  checked: 'Yang diperiksa',
  ...NUMBER_CHECK_LABELS,
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
};

/** Values that are constants of the program, in words. */
export const VALUE_LABELS: Readonly<Record<string, string>> = {
  ...PAYMENT_LABELS,
  ...STAGE_LABELS,
  ...ROLE_LABELS,
  registration_payment: 'Pembayaran pendaftaran',
  registration_stage: 'Tahap pendaftaran',
  ...NUMBER_FAILURE_LABELS,
};

/** Texts of /admin/audit. */
export const auditCopy = {
  search: 'Cari nama pelaku...',
  searchLabel: 'Cari jejak audit menurut nama pelaku',
  area: 'Bagian',
  action: 'Tindakan',
  everyAction: 'Semua tindakan',
  from: 'Dari tanggal',
  to: 'Sampai tanggal',
  subject: 'Catatan',
  actor: 'Pelaku',
  sorts: { '-at': 'Terbaru dahulu', at: 'Terlama dahulu' },
  caption: 'Jejak audit',
  columns: { at: 'Waktu', actor: 'Pelaku', action: 'Tindakan', subject: 'Catatan', details: 'Perubahan' },
  system: 'Sistem',
  nobody: 'Tanpa nama',
  onlySubject: (id: string) => `Hanya catatan ${id}`,
  request: (id: string) => `Permintaan ${id}`,
  found: (count: number) => `${count.toLocaleString('id-ID')} baris`,
  loading: 'Memuat jejak audit...',
  loadFailed: 'Jejak audit tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Tidak ada baris yang sesuai.',
  noneInFilter: 'Tidak ada baris yang sesuai.',
  change: (from: string, to: string) => `${from} → ${to}`,
  nothing: '-',
} as const;

type Labels = Readonly<Record<string, string>>;

/** The trail of one service. */
interface Area {
  readonly label: string;
  readonly call: audit.AuditCall;
  /** The actions in words; one that is not listed is shown as it is stored. */
  readonly actions: Labels;
}

/** The trails by their name in the page's address. */
export const AREAS = {
  penerimaan: {
    label: 'Penerimaan',
    call: audit.listAudit,
    actions: {
      'registration.read': 'Membuka data pendaftaran',
      'registration.exported': 'Mengekspor pendaftaran',
      'registration.payment_verified': 'Memverifikasi pembayaran',
      'registration.payment_rejected': 'Menolak pembayaran',
      'registration.payment_reverted': 'Mengembalikan pembayaran',
      'registration.rejection_reason_changed': 'Mengubah alasan penolakan',
      'registration.proof_sent': 'Mengirim bukti pembayaran',
      'registration.proof_cleared': 'Menghapus bukti pembayaran',
      'registration.proof_sent_on_behalf': 'Mengirim bukti atas nama orang tua',
      'registration.stage_changed': 'Mengubah tahap',
      'registration.created': 'Membuat pendaftaran',
      'registration.updated': 'Mengubah pendaftaran',
      'registration.deleted': 'Menghapus pendaftaran',
      'child.created': 'Menambah anak',
      'child.updated': 'Mengubah anak',
      'child.deleted': 'Menghapus anak',
      'parent.created': 'Membuat profil keluarga',
      'parent.updated': 'Mengubah profil keluarga',
      'contact_phone.verified': 'Memverifikasi nomor kontak',
      'file.read': 'Membuka file',
      'family.exported': 'Mengunduh data sendiri',
      'erasure.requested': 'Meminta penghapusan data',
      'erasure.approved': 'Menyetujui penghapusan data',
      'erasure.refused': 'Menolak penghapusan data',
      'erasure.done': 'Menyelesaikan penghapusan data',
      'retention.ended': 'Mengakhiri data lewat masa simpan',
    },
  },
  akun: {
    label: 'Akun',
    call: audit.listAccountAudit,
    actions: {
      'account.registered': 'Mendaftar akun',
      'user.created': 'Membuat pengguna',
      'user.updated': 'Mengubah pengguna',
      'user.deleted': 'Menghapus pengguna',
      'session.started': 'Masuk',
      'session.ended': 'Keluar',
      'session.failed': 'Gagal masuk',
      'sessions.revoked': 'Mengakhiri semua sesi',
      'factor.added': 'Menambah verifikasi dua langkah',
      'factor.removed': 'Menghapus verifikasi dua langkah',
      'factor.failed': 'Gagal verifikasi dua langkah',
      'factor.recovery_used': 'Memakai kode pemulihan',
      'factor.recovery_renewed': 'Membuat kode pemulihan baru',
      'factor.clearance_requested': 'Meminta penghapusan verifikasi dua langkah admin',
      'factor.cleared': 'Menghapus verifikasi dua langkah pengguna',
      'password.changed': 'Mengganti password',
      'password.reset': 'Mengatur ulang password',
      'login_phone.claimed': 'Menambah nomor untuk masuk',
      'login_phone.released': 'Melepas nomor untuk masuk',
      'phone.verified': 'Memverifikasi nomor WhatsApp',
      'phone.requested': 'Meminta pergantian nomor WhatsApp',
      'phone.changed': 'Mengganti nomor WhatsApp',
      'email.verified': 'Memverifikasi email',
      'email.requested': 'Meminta pergantian email',
      'email.changed': 'Mengganti email',
      'email.freed': 'Kehilangan email yang dibuktikan akun lain',
      'phone.freed': 'Kehilangan nomor yang dibuktikan akun lain',
      'number_request.opened': 'Membuka permintaan nomor hilang',
      'number_request.approved': 'Menyetujui permintaan nomor hilang',
      'number_request.refused': 'Menolak permintaan nomor hilang',
      'number_request.stopped': 'Menghentikan permintaan nomor hilang dari nomor lama',
      'number_request.moved': 'Memindah akun ke nomor baru',
      'number_request.failed': 'Batal memindah akun ke nomor baru',
      'account.erased': 'Menghapus data akun',
      'demo.seeded': 'Membuat akun contoh',
    },
  },
  pengumuman: {
    label: 'Pengumuman',
    call: audit.listAnnouncementAudit,
    actions: {
      'announcement.created': 'Membuat pengumuman',
      'announcement.updated': 'Mengubah pengumuman',
      'announcement.submitted': 'Mengajukan pengumuman',
      'announcement.approved': 'Menyetujui pengumuman',
      'announcement.rejected': 'Menolak pengumuman',
      'announcement.revised': 'Mengembalikan ke draf',
      'announcement.published': 'Menerbitkan pengumuman',
      'announcement.result_skipped': 'Melewati hasil',
    },
  },
  tagihan: {
    label: 'Daftar ulang & tagihan',
    call: audit.listBillingAudit,
    actions: {
      'confirmation.submitted': 'Mengirim konfirmasi daftar ulang',
      'confirmation.processed': 'Memproses konfirmasi',
      'confirmation.declined': 'Menolak konfirmasi',
      'confirmation.scheme_created': 'Menetapkan skema konfirmasi',
      'confirmation.completed': 'Menyelesaikan daftar ulang',
      'scheme.created': 'Membuat skema dan tagihan',
      'invoice.read': 'Membuka PDF tagihan',
      'invoice.exported': 'Mengekspor tagihan',
      'invoice_payment.read': 'Membuka kuitansi',
      'invoice_payment.created': 'Mengirim pembayaran',
      'invoice_payment.edited': 'Mengubah pembayaran',
      'invoice_payment.verified': 'Memverifikasi pembayaran tagihan',
      'invoice_payment.rejected': 'Menolak pembayaran tagihan',
    },
  },
  pesan: {
    label: 'Pesan WhatsApp',
    call: audit.listMessageAudit,
    actions: {
      'message.read': 'Membuka isi pesan',
      'message.resent': 'Mengirim ulang pesan',
      'message.contact_opened': 'Membuka nomor penerima',
    },
  },
} as const satisfies Readonly<Record<string, Area>>;

export type AreaName = keyof typeof AREAS;
export const AREA_NAMES = Object.keys(AREAS) as AreaName[];

/** The actions of a trail in words. */
export const actionsOf = (area: AreaName): Labels => AREAS[area].actions;
