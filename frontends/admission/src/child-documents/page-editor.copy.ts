import type { PageWarning } from '@gerbang/domain/page-warnings';

const warnings: Readonly<Record<PageWarning, string>> = {
  blurred: 'Foto terlihat buram. Coba lagi atau tetap kirim.',
  dark: 'Foto terlihat gelap. Coba lagi atau tetap kirim.',
  small: 'Foto terlalu kecil untuk dibaca. Coba lagi atau tetap kirim.',
};

const sentWarnings: Readonly<Record<PageWarning, string>> = {
  blurred: 'terlihat buram',
  dark: 'terlihat gelap',
  small: 'terlalu kecil untuk dibaca',
};

/** Texts of looking at the pages of a document and sending them. */
export const pageEditorCopy = {
  preparing: (count: number) => `Menyiapkan ${count} berkas...`,
  ready: (count: number) => `${count} halaman siap. Periksa, lalu kirim.`,
  pages: (document: string) => `Halaman ${document}`,
  page: (at: number, of: number, document: string) => `Halaman ${at} dari ${of}, ${document}`,
  pageShort: (at: number, of: number) => `Halaman ${at} dari ${of}`,
  pdf: 'Berkas PDF',
  up: (at: number) => `Naikkan halaman ${at}`,
  down: (at: number) => `Turunkan halaman ${at}`,
  turn: 'Putar',
  turnPage: (at: number) => `Putar halaman ${at}`,
  remove: (at: number) => `Buang halaman ${at}`,
  moved: (at: number, of: number) => `Sekarang halaman ${at} dari ${of}`,
  turned: (at: number) => `Halaman ${at} diputar`,
  removed: (left: number) => (left === 0 ? 'Halaman dibuang' : `Halaman dibuang, tersisa ${left}`),
  warnings,
  /** Of a page that is sent, what only the server saw. */
  sentHint: (at: number, found: readonly PageWarning[]) =>
    `Halaman ${at} ${found.map((one) => sentWarnings[one]).join(' dan ')}. Bila tulisannya tidak terbaca, kirim versi baru.`,
  note: 'Catatan untuk sekolah',
  noteHint: 'Misalnya: KK baru, nama ibu sudah diperbaiki.',
  send: (count: number) => `Kirim ${count} halaman`,
  sending: 'Mengirim...',
  stop: 'Hentikan',
  cancel: 'Batal',
  progress: (at: number, of: number, percent: number) => `Mengunggah halaman ${at} dari ${of}... ${percent}%`,
  progressLabel: (at: number, of: number) => `Kemajuan halaman ${at} dari ${of}`,
  uploaded: 'Terunggah',
  finishing: 'Semua halaman terunggah, menyimpan...',
  waiting: (attempt: number, of: number) =>
    `Sambungan terputus. Halaman Anda masih di sini, kami coba lagi sendiri (${attempt} dari ${of}).`,
  lost: 'Sambungan terputus. Halaman Anda masih di sini. Tekan “Coba lagi” bila sudah tersambung.',
  retry: 'Coba lagi',
  sessionEnded:
    'Sesi Anda berakhir. Masuk lagi di tab lain, lalu tekan “Coba lagi” di sini. Halaman Anda masih ada.',
  stopped: 'Pengiriman dihentikan. Halaman Anda masih di sini.',
  tooMany: (max: number, left: number) => `Paling banyak ${max} halaman. ${left} berkas tidak ditambahkan.`,
  refusedFile: (name: string, problem: string) => `${name}: ${problem}`,
  problems: {
    empty: 'Berkas ini kosong.',
    unreadable: 'Berkas tidak dapat dibaca. Pilih sekali lagi.',
    onlyPictures: 'Dokumen ini harus berupa foto.',
    largePdf: 'PDF terlalu besar, paling besar 5 MB. Kirim foto setiap halaman saja.',
    notTurned: 'Foto tidak dapat diputar di perangkat ini. Kirim seperti ini, atau ambil foto lain.',
    notAPage: (pdf: boolean) =>
      pdf ? 'Berkas ini bukan foto atau PDF yang dapat dibaca.' : 'Berkas ini bukan foto yang dapat dibaca.',
  },
} as const;
