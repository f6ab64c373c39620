import { BOOKING_REFUSALS } from '@gerbang/domain/bank-bookings';
import { TARGETS_OF_A_LINE } from '@gerbang/domain/payment-expectations';

const count = (many: number) => many.toLocaleString('id-ID');

/** The field for the reason of a decision about a line or a file, as the server takes it. */
export const REASON_FIELD = {
  label: 'Alasan',
  required: 'Alasan harus diisi, paling sedikit 5 karakter',
  minLength: 5,
  maxLength: 300,
} as const;

/** Texts of the panel of one line, and of what is booked from it. */
export const copy = {
  title: 'Baris mutasi',
  lineOf: (amount: string) => `Baris mutasi ${amount}`,
  missing: 'Baris tidak ditemukan',
  loading: 'Memuat baris mutasi...',
  loadFailed: 'Baris mutasi tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  bankText: 'Keterangan bank',
  noText: 'Keterangan sudah dihapus',
  account: (key: string) => `Rekening ${key}`,
  reference: (text: string) => `Ref. ${text}`,
  candidates: 'Usulan',
  none: 'Belum ada usulan untuk baris ini.',
  noneText: 'Cari tagihan atau pendaftaran yang dibayar, atau sisihkan bila bukan pembayaran keluarga.',
  owed: (amount: string) => `harus dibayar\u00A0${amount}`,
  kinds: { invoice: 'Tagihan', registration_fee: 'Biaya pendaftaran' },
  split: 'Pembagian uang',
  toTarget: 'Untuk tagihan',
  toFee: 'Untuk biaya pendaftaran',
  toSurplus: 'Kode unik',
  toRest: 'Dana belum dibukukan',
  waiting: (proof: string, line: string) => `Bukti ${proof} · mutasi ${line}`,
  waitingText: 'Keluarga sudah mengirim bukti dengan jumlah lain. Periksa sebelum membukukan.',
  waitingSame: 'Bukti yang menunggu ikut terverifikasi.',
  together: (count: number) => `${count} biaya sekaligus: semuanya dibukukan, atau tidak sama sekali.`,
  tie: 'Ada lebih dari satu yang cocok. Pilih satu.',
  search: 'Cari tagihan atau pendaftaran',
  searchHint: 'Nomor, nama anak, atau orang tua',
  searching: 'Mencari...',
  results: 'Hasil pencarian',
  found: (many: number) => `${count(many)} hasil`,
  notFound: 'Tidak ada tagihan atau pendaftaran yang masih harus dibayar.',
  searchFailed: 'Pencarian gagal. Periksa koneksi Anda, lalu coba lagi.',
  other: 'Cari tagihan lain',
  divide: 'Bagi ke beberapa tagihan',
  back: 'Kembali ke usulan',
  shares: 'Dibukukan untuk',
  amount: (number: string) => `Jumlah untuk ${number}`,
  remove: (number: string) => `Hapus ${number}`,
  rest: (amount: string) => `Sisa ${amount} menjadi dana belum dibukukan.`,
  fits: 'Seluruh uang terbagi.',
  most: `Paling banyak ${TARGETS_OF_A_LINE} tagihan atau biaya.`,
  reasonHint: 'Mengapa uang ini untuk tagihan tersebut, misalnya kata ibu lewat telepon.',
  chooseOne: 'Pilih paling sedikit satu tagihan',
  amountMissing: 'Jumlah harus lebih dari 0',
  amountTooMuch: (owed: string) => `Melebihi yang harus dibayar (${owed})`,
  amountFee: (owed: string) =>
    `Biaya pendaftaran hanya dibukukan penuh dari satu transfer (${owed}). Uang yang kurang dijadikan dana lalu dikembalikan.`,
  moreThanLine: (amount: string) => `Melebihi uang yang masuk (${amount})`,
  book: 'Bukukan & lanjut',
  bookAmount: (amount: string) => `Bukukan ${amount}`,
  skip: 'Lewati',
  ignore: 'Sisihkan',
  ignoreTitle: 'Sisihkan baris ini',
  ignoreHint:
    'Untuk uang masuk yang bukan pembayaran keluarga, misalnya bunga. Dapat dikembalikan kapan saja.',
  ignored: 'Baris disisihkan',
  ignoredWhy: (reason: string) => `Disisihkan: ${reason}`,
  keep: 'Jadikan dana',
  keepTitle: 'Jadikan dana belum dibukukan',
  keepText:
    'Untuk uang keluarga yang tidak membayar tagihan mana pun. Sesudah itu dana dapat dibukukan untuk tagihan lain atau dikembalikan.',
  keepCause: 'Sebab',
  keepReasonHint: 'Apa yang diketahui tentang uang ini, misalnya ayah dan ibu sama-sama mentransfer.',
  kept: 'Uang ini menjadi dana belum dibukukan',
  settledBill: {
    duplicate: (child: string, number: string) =>
      `Nominal ini milik ${child} (${number}) dan sudah pernah dibayar.`,
    late: (child: string, number: string) =>
      `Nominal ini pernah diminta untuk ${child} (${number}), yang tidak berutang lagi.`,
    unknown: (child: string, number: string) => `${child} (${number})`,
  },
  settledBillText: 'Jadikan dana belum dibukukan agar dapat dikembalikan.',
  attention: 'Perlu diperiksa dahulu',
  attentionText:
    'Jumlahnya di luar kebiasaan, atau keterangannya menyebut salah kirim, retur, atau koreksi. Cocokkan dengan aplikasi bank sebelum memutuskan.',
  doubts: {
    maybe_same:
      'Jumlah dan harinya sama, hanya kata-katanya berbeda. Bila memang satu transfer, sisihkan baris ini; bila dua, bukukan.',
    taken_back:
      'Dalam 7 hari bank mencatat jumlah yang sama keluar dari rekening. Periksa di aplikasi bank apakah uang ini ditarik kembali sebelum membukukan.',
  },
  otherLine: (day: string, status: string) => `Baris yang sudah ada (${day}, ${status}):`,
  otherLoading: 'Memuat baris yang sudah ada...',
  otherFailed: 'Baris yang sudah ada tidak dapat dimuat. Periksa koneksi Anda, lalu buka lagi baris ini.',
  more: 'Tindakan lain untuk mutasi ini',
  release: 'Lepaskan',
  restore: 'Kembalikan',
  restored: 'Baris dikembalikan',
  booked: 'Sudah dibukukan',
  receipt: (number: string) => `Kuitansi ${number}`,
  receiptLater: 'Kuitansi menyusul setelah pendaftaran diperbarui',
  settlement: 'Baris ini penyelesaian dari penyedia pembayaran dan tidak dibukukan di sini.',
  actions: 'Keputusan',
  bookedOf: (amount: string, child: string) => `${amount} untuk ${child}`,
  nowBooked: 'dibukukan',
  finished: 'Semua baris di daftar ini sudah diputuskan.',
  success: 'Berhasil',
  bookedToast: (child: string) => `Uang untuk ${child} sudah dibukukan`,
  bookedWith: (child: string, receipts: string) =>
    `Uang untuk ${child} sudah dibukukan, kuitansi ${receipts}`,
  failedOf: (amount: string) => `${amount} belum dibukukan`,
  failed: 'Belum berhasil dibukukan. Coba lagi.',
  failedTitle: 'Belum berhasil',
} as const;

/** Texts of booking every exact match together. */
export const bulkCopy = {
  button: (many: number) => `Bukukan ${count(many)} yang cocok pasti`,
  title: (many: number) => `Bukukan ${count(many)} baris yang cocok pasti`,
  reading: 'Menghitung baris yang cocok pasti...',
  readFailed: 'Baris yang cocok pasti tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  none: 'Tidak ada lagi baris yang cocok pasti.',
  confirm: (amount: string, families: number) =>
    `${amount} untuk ${count(families)} keluarga. Kuitansi langsung terbit. Lanjut?`,
  start: 'Bukukan',
  progress: (done: number, of: number) => `${count(done)} dari ${count(of)} baris`,
  progressLabel: 'Pembukuan',
  done: (many: number) => `${count(many)} baris dibukukan.`,
  refused: (many: number) => `${count(many)} baris belum dibukukan:`,
  open: 'Lihat baris',
  openOf: (amount: string, day: string) => `Lihat baris ${amount} tanggal ${day}`,
  interrupted: (left: number) => `Terputus. ${count(left)} baris belum dikirim atau belum terjawab.`,
  again: 'Lanjutkan',
  close: 'Tutup',
} as const;

const words: Readonly<Record<string, string>> = BOOKING_REFUSALS;

/** Why a match was not booked, in words. */
export const refusalOf = (code: string): string =>
  words[code] ?? 'Belum dapat dibukukan. Buka barisnya untuk memeriksanya.';
