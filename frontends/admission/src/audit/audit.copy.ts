import * as audit from '@gerbang/contracts/audit';

/** Texts of the changes that a row lists. */
export const wordsCopy = {
  field: (name: string, value: string) => `${name}: ${value}`,
  list: (count: number, names: string) => `${count.toLocaleString('id-ID')} (${names})`,
  yes: 'Ya',
  no: 'Tidak',
  shortId: (id: string) => `…${id.slice(-8)}`,
} as const;

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
      'registration.result_opened': 'Membuka hasil observasi',
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
      'day_off.added': 'Menambah hari libur',
      'day_off.deleted': 'Menghapus hari libur',
      'school.begun': 'Memulai pengaturan sekolah',
      'school.draft_saved': 'Menyimpan draf pengaturan sekolah',
      'school.draft_deleted': 'Membuang draf pengaturan sekolah',
      'school.version_copied': 'Menyalin versi pengaturan sekolah',
      'school.exported': 'Mengekspor pengaturan sekolah',
      'school.imported': 'Mengimpor pengaturan sekolah',
      'school.activated': 'Mengaktifkan pengaturan sekolah',
      'school.scheduled': 'Menjadwalkan perubahan rekening resmi',
      'school.started': 'Memberlakukan perubahan rekening resmi',
      'school.start_blocked': 'Menahan perubahan rekening resmi',
      'school.change_cancelled': 'Membatalkan perubahan rekening resmi',
      'retention.ended': 'Mengakhiri data lewat masa simpan',
      'registration.enrollment_changed': 'Mengubah status daftar ulang pendaftaran',
      'demo.seeded': 'Membuat data contoh',
      'demo.observed': 'Membuat data contoh yang sudah diobservasi',
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
      'retention.ended': 'Mengakhiri data lewat masa simpan',
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
      'demo.seeded': 'Membuat pengumuman contoh',
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
      'invoice.arrears_read': 'Membuka laporan tunggakan',
      'bank_lines.read': 'Membuka baris mutasi bank',
      'bank_statement.imported': 'Mengunggah mutasi bank',
      'bank_line.ignored': 'Menyisihkan baris mutasi bank',
      'bank_line.restored': 'Mengembalikan baris mutasi bank',
      'invoice_payment.read': 'Membuka kuitansi',
      'payment_expectation.opened': 'Meminta jumlah transfer',
      'invoice_payment.created': 'Mengirim pembayaran',
      'invoice_payment.edited': 'Mengubah pembayaran',
      'invoice_payment.verified': 'Memverifikasi pembayaran tagihan',
      'invoice_payment.rejected': 'Menolak pembayaran tagihan',
      'demo.enrollments': 'Membuat daftar ulang contoh',
    },
  },
  pesan: {
    label: 'Pesan WhatsApp',
    call: audit.listMessageAudit,
    actions: {
      'message.read': 'Membuka isi pesan',
      'message.resent': 'Mengirim ulang pesan',
      'message.contact_opened': 'Membuka nomor penerima',
      'retention.ended': 'Mengakhiri data lewat masa simpan',
    },
  },
} as const satisfies Readonly<Record<string, Area>>;

export type AreaName = keyof typeof AREAS;
export const AREA_NAMES = Object.keys(AREAS) as AreaName[];

/** The actions of a trail in words. */
export const actionsOf = (area: AreaName): Labels => AREAS[area].actions;
