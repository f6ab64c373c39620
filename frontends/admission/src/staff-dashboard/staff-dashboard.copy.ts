import type { RECENT_KINDS } from '@gerbang/contracts/recent-events';

const number = (value: number) => value.toLocaleString('id-ID');

/** Texts of the dashboard of staff. */
export const dashboardCopy = {
  queues: 'Yang menunggu Anda',
  others: 'Juga menunggu',
  none: 'Tidak ada yang menunggu Anda sekarang.',
  noneText: 'Pendaftaran yang perlu Anda kerjakan akan tampil di sini.',
  loading: 'Memuat dashboard...',
  down: (areas: string) => `Bagian ${areas} belum dapat dimuat. Bagian lain tetap dapat digunakan.`,
  areas: { admission: 'pendaftaran', announcement: 'pengumuman', billing: 'tagihan' },
  oldest: (age: string) => `terlama ${age} · mulai dari terlama`,
  oldestMoney: (amount: string, age: string) => `${amount} · terlama ${age}`,
  calm: 'tidak ada yang menunggu',
  open: 'buka daftarnya',
  today: 'hari ini',
  days: (days: number) => `${number(days)} hari`,
  weekWords: (values: readonly number[]) => `Tujuh hari terakhir: ${values.map(number).join(', ')}`,
  kinds: {
    missed: 'Keluarga perlu dihubungi',
    payments: 'Pembayaran tagihan diperiksa',
    proof_alerts: 'Bukti ganda menunggu',
    documents: 'Dokumen menunggu diperiksa',
    withdrawals: 'Permintaan mundur menunggu',
    confirmations: 'Konfirmasi menunggu',
    without_scheme: 'Daftar ulang tanpa skema',
    overdue: 'Tagihan terlambat',
    result_corrections: 'Koreksi hasil menunggu',
  },
  seats: (free: number, waiting: number) => `Kursi: ${number(free)} bebas, ${number(waiting)} menunggu`,
  observations: 'Observasi pekan ini',
  observationsNone: 'Belum ada observasi pekan ini.',
  observationsSentence: (week: number, today: number) =>
    `${number(week)} anak pekan ini, ${number(today)} di antaranya hari ini.`,
  openWeek: 'Buka daftar',
  toSchedule: (children: number) => `${number(children)} anak belum dijadwalkan`,
  schedule: 'Jadwalkan bersama',
  day: 'Hari',
  children: 'Anak',
  places: 'Tempat',
  money: 'Uang daftar ulang',
  moneyNote: 'per jatuh tempo',
  openMoney: 'Buka tagihan',
  moneyNone: 'Belum ada tagihan daftar ulang yang jatuh tempo enam bulan ke depan.',
  moneyPaid: 'diterima',
  moneyOpen: 'masih berjalan',
  month: 'Bulan',
  received: 'Diterima',
  expected: 'Masih ditunggu',
  operations: {
    failed: 'Pesan gagal',
    failedNote: 'dalam tujuh hari',
    due: 'Pesan terlambat',
    dueNote: (age: string) => `terlama ${age}`,
    logins: 'Staf gagal masuk',
    loginsNote: (logins: number) => `hari ini · ${number(logins)} kali berhasil masuk`,
    backup: 'Cadangan terakhir',
    backupNote: (day: string, time: string, late: boolean) =>
      `${day}, ${time}${late ? ' · terlambat, hubungi pengelola server' : ''}`,
    noBackup: 'Belum ada cadangan',
    backupCommand: 'npm run backup',
    hours: (hours: number) => (hours < 1 ? '< 1 jam' : `${number(hours)} jam`),
    unknown: '–',
  },
  recent: 'Baru saja',
  recentNone: 'Belum ada kegiatan.',
  dataAt: (time: string) => `Data pukul ${time}`,
  reload: 'Muat ulang',
  review: 'Menunggu tinjauan Anda',
  reviewNone: 'Tidak ada pengumuman yang menunggu tinjauan.',
  reviewOpen: 'Tinjau',
  reviewOf: (title: string) => `Tinjau: ${title}`,
  followUp: 'Belum bayar lebih dari 7 hari',
  followUpNone: 'Tidak ada yang belum bayar lebih dari 7 hari.',
  since: (days: number) => `${number(days)} hari`,
  write: 'WhatsApp',
  writeTo: (child: string) => `WhatsApp ke keluarga ${child}`,
  failed: 'Belum dapat dimuat.',
  system: 'Sistem',
  dayNames: ['Sen', 'Sel', 'Rab', 'Kam', 'Jum', 'Sab'],
} as const;

/** What happened, after the actor's name; and the tag at the end of the line, if any. */
export const RECENT_WORDS: Readonly<
  Record<
    (typeof RECENT_KINDS)[number],
    {
      readonly text: string;
      readonly tag?: { readonly word: string; readonly tone: 'attention' | 'success' | 'danger' | 'info' };
    }
  >
> = {
  registered: { text: 'mendaftarkan anak', tag: { word: 'Baru', tone: 'info' } },
  fee_sent: { text: 'mengirim bukti biaya pendaftaran', tag: { word: 'Periksa', tone: 'attention' } },
  fee_verified: { text: 'memverifikasi biaya pendaftaran', tag: { word: 'Terverifikasi', tone: 'success' } },
  fee_rejected: { text: 'menolak bukti biaya pendaftaran', tag: { word: 'Ditolak', tone: 'danger' } },
  fee_reverted: { text: 'mengembalikan biaya pendaftaran' },
  stage_changed: { text: 'mengubah tahap' },
  payment_sent: { text: 'mengirim pembayaran', tag: { word: 'Periksa', tone: 'attention' } },
  payment_edited: { text: 'mengubah pembayaran' },
  payment_verified: { text: 'memverifikasi pembayaran', tag: { word: 'Terverifikasi', tone: 'success' } },
  payment_rejected: { text: 'menolak pembayaran', tag: { word: 'Ditolak', tone: 'danger' } },
  confirmation_sent: { text: 'mengonfirmasi daftar ulang', tag: { word: 'Baru', tone: 'info' } },
  confirmation_processed: { text: 'memproses daftar ulang' },
  confirmation_declined: { text: 'menolak daftar ulang', tag: { word: 'Ditolak', tone: 'danger' } },
  confirmation_reopened: { text: 'menarik kembali penolakan daftar ulang' },
  confirmation_scheme_revised: { text: 'membuka lagi daftar ulang karena skemanya diubah' },
  confirmation_void: { text: 'membatalkan skema pembayaran' },
  scheme_created: { text: 'membuat skema pembayaran' },
  payment_reversed: { text: 'membatalkan pembayaran', tag: { word: 'Dibatalkan', tone: 'attention' } },
  confirmation_payment_reversed: {
    text: 'membuka lagi daftar ulang',
    tag: { word: 'Belum lunas', tone: 'attention' },
  },
  confirmation_completed: { text: 'melunasi daftar ulang', tag: { word: 'Lunas', tone: 'success' } },
};
