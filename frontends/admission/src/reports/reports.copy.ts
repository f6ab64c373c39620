import type { Grain } from '@gerbang/domain/reports';
import { formatDateShort } from '@gerbang/web-kit/page/format';

const dayText = (day: string) => formatDateShort(`${day}T12:00:00+07:00`);
/** `17 Agu`, `Agu 2026` for a month. */
function startText(grain: Grain, start: string): string {
  const [day = '', month = '', year = ''] = dayText(start).split(' ');
  return grain === 'month' ? `${month} ${year}` : `${day} ${month}`;
}
const number = (value: number) => value.toLocaleString('id-ID');

/** Texts of the reports. */
export const reportsCopy = {
  tabs: 'Laporan',
  year: 'Tahun ajaran',
  level: 'Jenjang',
  everyLevel: 'Semua jenjang',
  from: 'Dari tanggal',
  to: 'Sampai tanggal',
  by: 'Hari yang dihitung',
  byVerified: 'Hari verifikasi',
  byPaid: 'Hari pembayaran',
  print: 'Cetak',
  exportFailed: 'Laporan belum dapat diunduh',
  loading: 'Memuat laporan...',
  failed: 'Laporan belum dapat dimuat. Tab lain tetap dapat digunakan.',
  span: (from: string, to: string) =>
    from === to ? `Hari ${dayText(from)}` : `${dayText(from)} sampai ${dayText(to)}`,
  asOf: (day: string) => `Per ${dayText(day)}`,
  percent: (value: number | null) => (value === null ? '-' : `${value.toLocaleString('id-ID')}%`),
  dayText,
  startText,
  number,
} as const;

export const admissionCopy = {
  funnel: 'Corong penerimaan',
  funnelNone: 'Belum ada pendaftaran pada rentang ini. Pilih tahun ajaran atau tanggal lain.',
  withdrawn: (count: number) => `${number(count)} mengundurkan diri`,
  funnelSentence: (registered: number, accepted: number, paid: number) =>
    `Dari ${number(registered)} pendaftaran, ${number(accepted)} anak diterima dan ${number(paid)} sudah lunas.`,
  step: 'Langkah',
  count: 'Jumlah',
  share: 'Dari langkah sebelumnya',
  median: 'Median hari',
  days: (value: number | null) => (value === null ? '-' : `${value.toLocaleString('id-ID')} hari`),
  growth: 'Pendaftaran, dijumlahkan per hari',
  growthOne: (count: number) =>
    `${number(count)} pendaftaran pada hari ini. Pilih rentang yang lebih panjang untuk melihat garisnya.`,
  growthSentence: (total: number, before: number) =>
    before === 0
      ? `${number(total)} pendaftaran sampai akhir rentang. Tahun sebelumnya belum ada pendaftaran pada rentang yang sama.`
      : `${number(total)} pendaftaran sampai akhir rentang; setahun sebelumnya ${number(before)} pada hari yang sama.`,
  most: (value: number) => `Tertinggi ${number(value)}`,
  present: 'Tahun ini',
  before: 'Tahun sebelumnya',
  day: 'Hari',
  newOnes: 'Baru',
  waves: 'Isi gelombang sekarang',
  waveColumns: { level: 'Jenjang', wave: 'Gelombang', state: 'Keadaan', applicants: 'Pendaftar' },
  of: (count: number, most: number) => `${number(count)} dari ${number(most)}`,
  seats: 'Kursi dan daftar tunggu sekarang',
  seatColumns: {
    place: 'Kelas',
    seats: 'Kursi',
    free: 'Masih dapat ditawarkan',
    waiting: 'Daftar tunggu',
    released: 'Kursi dilepas',
  },
  toSeats: 'Buka kursi dan daftar tunggu',
} as const;

export const cashCopy = {
  title: 'Uang masuk',
  methodTitle: 'Uang masuk menurut cara bayar',
  none: 'Belum ada uang masuk yang terverifikasi pada rentang ini.',
  sentence: (amount: string, count: number, average: string) =>
    `${amount} dari ${number(count)} pembayaran, rata-rata ${average}.`,
  methodSentence: (parts: readonly string[]) => `${parts.join('; ')}.`,
  part: (name: string, amount: string, count: number) => `${name} ${amount} (${number(count)})`,
  start: { day: 'Hari', week: 'Pekan mulai', month: 'Bulan' },
  total: 'Total',
  count: 'Pembayaran',
  drawers: 'Uang tunai menurut kas loket',
  noDrawers: 'Tidak ada uang tunai yang masuk ke kas loket pada rentang ini.',
  drawer: 'Kas',
  drawerOf: (name: string, day: string) => `${name}, ${day}`,
  difference: 'Selisih',
  cause: 'Sebab',
  refunds: 'Banyaknya',
  returned: (amount: string, count: number, net: string) =>
    `${amount} dikembalikan kepada keluarga dalam ${number(count)} pengembalian; bersih ${net}.`,
} as const;

export const arrearsCopy = {
  title: 'Sisa tagihan menurut umur',
  none: 'Tidak ada tagihan yang belum lunas pada pilihan ini.',
  sentence: (amount: string, invoices: number, families: number, late: string) =>
    `${amount} belum dibayar pada ${number(invoices)} tagihan dari ${number(families)} keluarga; ${late} di antaranya sudah lewat jatuh tempo.`,
  bucket: 'Umur',
  amount: 'Sisa',
  invoices: 'Tagihan',
  families: 'Keluarga',
  collected: 'Terkumpul dari yang jatuh tempo',
  collectedNone: 'Belum ada tagihan yang jatuh tempo pada pilihan ini.',
  collectedSentence: (share: string, amount: string) =>
    `${share} dari ${amount} yang jatuh tempo sudah terkumpul.`,
  month: 'Bulan',
  due: 'Jatuh tempo',
  paid: 'Terkumpul',
  share: 'Bagian',
  list: 'Tagihan terlambat, yang terlama dahulu',
  listNone: 'Tidak ada tagihan yang terlambat.',
  child: 'Anak',
  parent: 'Orang tua',
  dueDate: 'Jatuh tempo',
  reminder: 'Pengingat terakhir',
  noReminder: 'Belum ada',
  next: 'Langkah berikutnya',
  late: (days: number) => `${number(days)} hari`,
  more: 'Muat berikutnya',
  open: 'Belum terkumpul',
} as const;

export const workCopy = {
  hours: (value: number | null) => (value === null ? '-' : `${value.toLocaleString('id-ID')} jam`),
  none: 'Belum ada yang ditangani pada rentang ini.',
  sentence: (count: number, median: string, most: string) =>
    `${number(count)} ditangani; separuhnya dalam ${median}, sembilan dari sepuluh dalam ${most}.`,
  waits: (at: string) => `Yang terlama menunggu sejak ${formatDateShort(at)}.`,
  waitsNone: 'Tidak ada yang menunggu sekarang.',
  open: 'Buka daftar',
  openOf: (name: string) => `Buka daftar yang menunggu: ${name}`,
  median: 'Median',
  most: 'Sembilan dari sepuluh',
  week: 'Pekan mulai',
  handled: 'Ditangani',
  byRole: 'Ditangani menurut peran',
  byRoleNone: 'Belum ada yang ditangani pada rentang ini, jadi belum ada peran yang dapat dibandingkan.',
  byRoleSentence: (total: number, own: number) =>
    `${number(total)} ditangani, ${number(own)} di antaranya oleh Anda. Angka orang lain tidak ditampilkan.`,
  role: 'Peran',
  total: 'Jumlah',
  own: 'Anda sendiri',
  missing: {
    admission: 'Bagian pendaftaran belum dapat dimuat. Bagian lain tetap tampil.',
    billing: 'Bagian tagihan dan daftar ulang belum dapat dimuat. Bagian lain tetap tampil.',
  },
} as const;

export const messagesCopy = {
  title: 'Pesan menurut hari',
  none: 'Belum ada pesan pada rentang ini.',
  sentence: (count: number, read: number, failed: string) =>
    `${number(count)} pesan: ${number(read)} sudah dibaca, ${failed} gagal.`,
  cost: (amount: string, count: number, price: string) =>
    `Perkiraan biaya ${amount}: ${number(count)} pesan WhatsApp yang sampai, ${price} per pesan.`,
  start: { day: 'Hari', week: 'Pekan mulai', month: 'Bulan' },
  count: 'Jumlah',
  byKind: 'Pesan menurut jenis',
  byKindSentence: (kind: string, count: number) => `Terbanyak: ${kind}, ${number(count)} pesan.`,
  kind: 'Jenis',
  failed: 'Bagian gagal',
  failedShort: (share: string) => `${share} gagal`,
  openFailed: 'Buka pesan yang gagal',
} as const;
