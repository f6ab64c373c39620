import type { CheckResult, STATEMENT_CHECKS } from '@gerbang/domain/bank-statements';
import type { SampleTrouble } from '../statement-profiles/raw-sample.ts';

const count = (many: number) => many.toLocaleString('id-ID');

/** Texts of /admin/bank: its parts and the list of lines. */
export const copy = {
  parts: 'Bagian mutasi bank',
  part: { lines: 'Mutasi', outgoing: 'Keluar', funds: 'Dana', days: 'Hari', files: 'Berkas' },
  search: 'Cari jumlah, referensi, nomor, atau nama...',
  searchLabel: 'Cari baris menurut jumlah, referensi bank, nomor, atau nama anak',
  counters: 'Jumlah baris mutasi',
  unknown: 'Belum dikenal',
  statusFilter: 'Status',
  undecided: 'Belum diputuskan',
  confidence: 'Kecocokan',
  account: 'Rekening',
  sorts: {
    '-booked_on': 'Tanggal terbaru dahulu',
    booked_on: 'Tanggal terlama dahulu',
    '-amount': 'Jumlah terbesar dahulu',
    amount: 'Jumlah terkecil dahulu',
  },
  from: 'Dari tanggal',
  to: 'Sampai tanggal',
  found: (rows: number) => `${count(rows)} uang masuk`,
  loading: 'Memuat mutasi bank...',
  loadFailed: 'Mutasi bank tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada mutasi bank.',
  emptyText:
    'Unduh mutasi hari ini dari internet banking sebagai CSV atau Excel, lalu seret berkasnya ke sini.',
  noneInFilter: 'Tidak ada baris dengan saringan ini.',
  caption: 'Uang masuk dari mutasi bank',
  columns: {
    day: 'Tanggal',
    amount: 'Jumlah',
    text: 'Keterangan bank',
    target: 'Untuk',
    reasons: 'Alasan',
    status: 'Status',
    actions: 'Aksi',
  },
  reference: (text: string) => `Ref. ${text}`,
  noText: 'Keterangan sudah dihapus',
  owed: (amount: string) => `terutang ${amount}`,
  more: (others: number) => `+${others} usulan lain`,
  nothing: '–',
  open: 'Lihat baris',
  openOf: (amount: string, day: string) => `Lihat baris ${amount} tanggal ${day}`,
  success: 'Berhasil',
  failed: 'Belum berhasil',
} as const;

/** The single keys of /admin/bank. */
export const KEYS = [
  ['↓ atau J', 'Baris berikutnya'],
  ['↑ atau K', 'Baris sebelumnya'],
  ['↵', 'Bukukan usulan yang dipilih, lalu lanjut'],
  ['1–5', 'Pilih usulan'],
  ['C', 'Cari tagihan lain untuk baris ini'],
  ['S', 'Sisihkan baris'],
  ['D', 'Jadikan dana belum dibukukan'],
  ['Z', 'Urungkan keputusan terakhir'],
  ['B', 'Bukukan semua yang cocok pasti'],
  ['/', 'Cari baris'],
  ['Esc', 'Tutup panel'],
] as const;

/** Texts of the place that takes a bank's file, and of what came of it. */
export const uploadCopy = {
  drop: 'Seret berkas mutasi ke sini (CSV atau Excel)',
  choose: 'Pilih berkas mutasi',
  account: 'Rekening',
  sending: (percent: number) => `Mengunggah... ${percent}%`,
  checking: 'Memeriksa berkas...',
  importedTitle: (name: string) => `${name} sudah diunggah.`,
  imported: (fresh: number, known: number) => `${count(fresh)} baris baru, ${count(known)} sudah dikenal.`,
  matched: (exact: number, strong: number, possible: number, unknown: number) =>
    `Cocok pasti ${count(exact)} · Cocok kuat ${count(strong)} · Mungkin ${count(possible)} · Belum dikenal ${count(unknown)}`,
  refusedTitle: (name: string) => `${name} tidak dapat dipakai.`,
  headers: (names: string) => `Kolom yang kami temukan: ${names}`,
  badRow: (row: number) => `Baris ke-${row} di berkas.`,
  checks: 'Pemeriksaan',
  allChecks: (passed: number) => `${count(passed)} pemeriksaan lulus`,
  results: {
    passed: 'Lulus',
    absent: 'Tidak ada di berkas',
    warning: 'Perhatikan',
    failed: 'Gagal',
  } satisfies Record<CheckResult, string>,
  mapColumns: 'Susun kolomnya',
  noSampleTitle: (name: string) => `Kolom ${name} belum dapat disusun.`,
  noSample: {
    head_not_found: 'Baris judulnya tidak ditemukan di berkas ini. Simpan sebagai CSV, lalu unggah lagi.',
    broken_workbook:
      'Berkas Excel ini tidak dapat dibuka di peramban. Buka di Excel, simpan sebagai CSV, lalu unggah lagi.',
    file_gone: 'Berkas ini tidak dapat dibaca lagi: mungkin sudah dipindah atau diubah. Pilih sekali lagi.',
    program_lost:
      'Bagian portal ini tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi. Jika tetap gagal, muat ulang halaman ini.',
  } satisfies Record<SampleTrouble, string>,
  showKnown: 'Lihat berkas yang sudah diunggah',
  force: 'Pakai juga, dengan alasan',
  forceTitle: 'Pakai mutasi yang pemeriksaannya gagal',
  forceHint: 'Alasan disimpan bersama berkas ini dan tercatat di jejak audit.',
  forceAction: 'Pakai berkas ini',
  close: 'Tutup pesan ini',
} as const;

/** What is checked of a statement, in words. */
export const CHECK_LABELS: Readonly<Record<(typeof STATEMENT_CHECKS)[number], string>> = {
  account: 'Nomor rekening',
  future_day: 'Tanggal',
  period: 'Tanggal di dalam periode',
  days: 'Lompatan tanggal',
  sums: 'Saldo awal, mutasi, dan saldo akhir',
  counts: 'Banyaknya baris',
  chain: 'Saldo berurutan',
  gap: 'Hari tanpa mutasi',
  former: 'Sambungan ke berkas sebelumnya',
  pending: 'Baris yang belum dibukukan bank',
  repeats: 'Baris yang mungkin sudah ada',
  reversals: 'Uang yang mungkin ditarik kembali',
};

/** Texts of the list of uploaded files. */
export const filesCopy = {
  found: (rows: number) => `${count(rows)} berkas`,
  sorts: { '-imported_at': 'Terbaru dahulu', imported_at: 'Terlama dahulu' },
  loading: 'Memuat berkas mutasi...',
  loadFailed: 'Berkas mutasi tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada berkas mutasi.',
  emptyText: 'Unduh mutasi dari internet banking sebagai CSV atau Excel, lalu seret berkasnya ke sini.',
  noneInFilter: 'Tidak ada berkas.',
  caption: 'Berkas mutasi yang sudah diunggah',
  columns: {
    file: 'Berkas',
    period: 'Masa',
    lines: 'Baris',
    sums: 'Masuk / keluar',
    checks: 'Pemeriksaan',
    by: 'Diunggah',
  },
  period: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  lines: (fresh: number, known: number) => `${count(fresh)} baru, ${count(known)} dikenal`,
  sums: (credits: string, debits: string) => `${credits} / ${debits}`,
  at: (day: string, time: string) => `${day}, ${time}`,
  passed: 'Lulus',
  forced: (reason: string) => `Dipakai karena: ${reason}`,
} as const;
