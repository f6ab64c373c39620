import type { DocumentMoment, DocumentStatus } from '@gerbang/domain/child-documents';

const neededBy: Readonly<Record<DocumentMoment, string>> = {
  registration: 'Wajib untuk pendaftaran',
  observation: 'Wajib sebelum observasi',
  re_enrolment: 'Wajib sebelum daftar ulang',
};

/** Why a document has no buttons. */
const closed: Readonly<Record<'accepted' | 'other', string>> = {
  accepted: 'Dokumen ini sudah diterima dan tidak dapat diubah lagi.',
  other: 'Dokumen ini tidak diminta lagi.',
};

/** Texts of /children/{id}/dokumen. */
export const childDocumentsCopy = {
  loading: 'Memuat...',
  loadFailed: 'Dokumen anak tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  missing: 'Anak Tidak Ditemukan',
  missingText: 'Mungkin datanya sudah dihapus, atau tautannya tidak lengkap.',
  toChildren: 'Ke Biodata Anak',
  empty: 'Tidak ada dokumen yang diminta',
  emptyText: 'Sekolah belum meminta dokumen untuk anak ini. Dokumen diminta setelah anak didaftarkan.',
  progress: (done: number, of: number) => `${done} dari ${of} lengkap`,
  progressLabel: 'Dokumen yang sudah lengkap',
  next: 'Langkah berikutnya',
  also: 'Yang juga menunggu Anda:',
  send: (label: string) => `Kirim ${label}`,
  sendAgain: (label: string, reason: string | null) =>
    reason ? `Kirim ulang ${label}: ${reason}` : `Kirim ulang ${label}`,
  nothingLeft: 'Semua dokumen wajib sudah diterima.',
  nothingToSend: 'Semua dokumen sudah dikirim. Sekolah sedang memeriksanya.',
  list: 'Dokumen',
  others: 'Yang lain untuk pendaftaran ini',
  optional: 'Opsional',
  neededBy,
  returned: 'Perlu diulang',
  approvedCounts: 'Kiriman yang sudah diterima tetap berlaku sampai yang baru diperiksa.',
  waivedReason: (reason: string) => `Tidak diperlukan: ${reason}`,
  expires: (day: string) => `Berlaku sampai ${day}`,
  newVersion: 'Kirim versi baru',
  newVersionOf: (label: string) => `Kirim versi baru: ${label}`,
  closed,
  sent: (label: string) => `${label} terkirim`,
  sentText: 'Kami kabari lewat WhatsApp setelah diperiksa.',
  refused: (label: string) => `${label} tidak dapat dikirim`,
  history: (count: number) => `Riwayat (${count} kiriman)`,
  sending: (number: number, when: string) => `Kiriman ${number} · ${when}`,
  states: {
    approved: 'Diterima',
    returned: 'Perlu diulang',
    waiting: 'Menunggu diperiksa',
    replaced: 'Diganti kiriman berikutnya',
  },
  note: (text: string) => `Catatan Anda: ${text}`,
  pagesGone: 'Halaman kiriman ini sudah dihapus.',
  page: (at: number, of: number, label: string) => `Halaman ${at} dari ${of}, ${label}`,
  openPdf: (at: number, of: number) => `Halaman ${at} dari ${of} (PDF)`,
} as const;

/** Statuses whose buttons wait behind 'Kirim versi baru'. */
export const SENT_STATUSES: readonly DocumentStatus[] = ['uploaded', 'approved', 'waived', 'seen'];
