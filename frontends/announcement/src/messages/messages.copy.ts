import type { AnyKind } from '@gerbang/contracts/message-templates';
import type { MessageChannel } from '@gerbang/domain/messages';

/** Every kind of message as staff call it. */
export const KIND_LABELS: Readonly<Record<AnyKind, string>> = {
  email_verification: 'Verifikasi email',
  email_changed: 'Email diganti',
  reset_code: 'Kode atur ulang password',
  phone_verification: 'Kode verifikasi nomor',
  password_changed: 'Password diganti',
  account_changed: 'Akun diubah',
  login_phone_added: 'Nomor masuk kedua',
  new_device_login: 'Masuk dari perangkat baru',
  number_changed: 'Nomor diganti',
  number_request_approved: 'Nomor hilang disetujui',
  factor_added: 'Verifikasi dua langkah ditambahkan',
  factor_removed: 'Verifikasi dua langkah dihapus',
  factors_cleared: 'Verifikasi dua langkah dihapus admin',
  recovery_code_used: 'Kode pemulihan dipakai',
  official_account_change: 'Rekening resmi berubah',
  official_account_blocked: 'Rekening resmi tertahan',
  registration_received: 'Pendaftaran diterima',
  fee_proof_received: 'Bukti biaya diterima',
  fee_verified: 'Biaya terverifikasi',
  fee_rejected: 'Biaya ditolak',
  stage_changed: 'Tahap berubah',
  result_published: 'Hasil diumumkan',
  confirmation_received: 'Daftar ulang diterima',
  confirmation_processed: 'Daftar ulang diproses',
  confirmation_declined: 'Daftar ulang ditolak',
  invoice_issued: 'Tagihan terbit',
  invoice_due: 'Pengingat tagihan',
  invoice_overdue: 'Tagihan terlambat',
  invoice_payment_verified: 'Pembayaran terverifikasi',
  invoice_payment_rejected: 'Pembayaran ditolak',
  enrollment_completed: 'Daftar ulang selesai',
  erasure_received: 'Penghapusan data diterima',
  erasure_approved: 'Penghapusan data disetujui',
  erasure_refused: 'Penghapusan data ditolak',
};
export const KINDS = Object.keys(KIND_LABELS) as AnyKind[];

/** The ways of a message. */
export const CHANNEL_LABELS: Readonly<Record<MessageChannel, string>> = {
  whatsapp: 'WhatsApp',
  email: 'Email',
};

/** Texts of /admin/messages. */
export const messagesCopy = {
  search: 'Cari nama penerima atau nomor lengkap...',
  searchLabel: 'Cari pesan menurut nama penerima atau nomor teleponnya yang lengkap',
  counters: 'Jumlah pesan per status',
  kind: 'Jenis pesan',
  everyKind: 'Semua jenis',
  status: 'Status',
  from: 'Dari tanggal',
  to: 'Sampai tanggal',
  sorts: { '-created_at': 'Terbaru dahulu', created_at: 'Terlama dahulu' },
  found: (count: number) => `${count.toLocaleString('id-ID')} pesan`,
  loading: 'Memuat pesan...',
  loadFailed: 'Pesan tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada pesan.',
  noneInFilter: 'Tidak ada pesan dengan saringan ini.',
  caption: 'Pesan WhatsApp',
  columns: { recipient: 'Penerima', kind: 'Pesan', status: 'Status', at: 'Dibuat', actions: 'Aksi' },
  noName: 'Tanpa nama',
  clock: (time: string) => `${time} WIB`,
  next: (when: string) => `Dikirim sekitar ${when}`,
  open: 'Lihat',
  openOf: (kind: string, who: string) => `Lihat: ${kind} untuk ${who}`,
  resend: 'Kirim ulang',
  resendOf: (kind: string, who: string) => `Kirim ulang: ${kind} untuk ${who}`,
} as const;

/** Texts of one message. */
export const detailCopy = {
  title: 'Detail pesan',
  loading: 'Memuat pesan...',
  loadFailed: 'Pesan ini tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  missing: 'Pesan tidak ditemukan.',
  recipient: 'Penerima',
  phone: 'Nomor atau alamat',
  channel: 'Dikirim lewat',
  kind: 'Jenis pesan',
  created: 'Dibuat',
  next: 'Percobaan berikutnya',
  sent: 'Terkirim',
  delivered: 'Sampai',
  read: 'Dibaca',
  failed: 'Gagal',
  tries: 'Percobaan yang gagal',
  resends: 'Dikirim ulang',
  resendBy: (who: string, when: string) => `${who}, ${when}`,
  text: 'Isi pesan',
  textGone: 'Isi pesan tidak disimpan lagi.',
  codeHidden: 'Kode disamarkan dan tidak pernah ditampilkan.',
  recorded: 'Membuka isi pesan tercatat di jejak audit.',
  remedy: 'Yang dapat dilakukan:',
  contact: 'Hubungi lewat WhatsApp',
  contactHint: 'Membuka nomor penerima tercatat di jejak audit.',
  contactOpen: 'Buka obrolan WhatsApp',
  contactNewTab: '(tab baru)',
  contactFailed: 'Tautan WhatsApp tidak dapat dibuka',
  close: 'Tutup',
} as const;

/** Texts of sending again. */
export const resendCopy = {
  title: 'Kirim ulang pesan ini?',
  question: (kind: string, who: string) => `"${kind}" dikirim sekali lagi kepada ${who}.`,
  confirm: 'Kirim ulang',
  pending: 'Mengirim...',
  success: 'Berhasil',
  done: 'Pesan dikirim ulang',
  failed: 'Pesan tidak dikirim ulang',
  faster: (who: string, when: string) => `Pesan ini sudah dikirim ulang oleh ${who} pada ${when}.`,
  moved: (status: string) => `Keadaan pesan ini sudah berubah: ${status}.`,
} as const;
