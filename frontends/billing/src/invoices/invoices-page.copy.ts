const listed = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} dan ${words.at(-1)}`;

/** On which days up to the due date (negative: before) the school reminds, and that the days can be kept. */
export function reminderText(days: readonly number[]): string {
  const before = days.filter((day) => day <= 0).map((day) => (day === 0 ? 'hari H' : `H${day}`));
  return [before.length > 0 ? `WhatsApp ${listed(before)}` : '', 'simpan ke kalender']
    .filter(Boolean)
    .join(' · ')
    .replace(/^s/u, 'S');
}

/** Texts of /tagihan. */
export const tagihanCopy = {
  title: 'Tagihan',
  missing: 'Data Tidak Ditemukan',
  missingText: 'Tagihan ini tidak ada atau bukan milik keluarga Anda.',
  later: 'Bayar nanti · simpan ke kalender',
  done: 'Selesai',
  way: 'Jumlah yang dibayar',
  inFull: (stage: string) => `Bayar lunas ${stage}`.trim(),
  inPart: 'Bayar sebagian',
  inPartText: 'Isi jumlah yang Anda transfer',
  loading: 'Memuat tagihan...',
  loadFailed: 'Tagihan tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada tagihan.',
  emptyText: 'Tagihan muncul di sini setelah tim keuangan membuat skema pembayaran daftar ulang anak Anda.',
  toEnrollment: 'Lihat Daftar Ulang',
  counters: 'Ringkasan tagihan',
  total: 'Total tagihan',
  pending: 'Belum lunas',
  paid: 'Lunas',
  amount: 'Jumlah yang belum dibayar',
  ofChild: (child: string, level: string) => `${child} · ${level}`,
  waiting: 'Diperiksa',
  sumTitle: 'Sudah lunas',
  allPaid: 'Alhamdulillah, lunas.',
  allPaidText: (total: string) =>
    `${total} sudah kami terima. Terima kasih, sampai jumpa di hari pertama sekolah.`,
  chooseChild: 'Pilih anak',
  all: 'Unduh semua tagihan',
  allPdf: (count: number) => `${count} tagihan, 1 PDF`,
  remind: 'Ingatkan saya',
  sumOf: (total: string) => `dari ${total}`,
  sumWords: (paid: string, waiting: string, left: string) =>
    `Lunas ${paid}, diperiksa ${waiting}, sisa ${left}`,
  legend: {
    done: (percent: number) => `lunas ${percent}%`,
    waiting: (percent: number) => `diperiksa ${percent}%`,
    left: (percent: number) => `sisa ${percent}%`,
  },
  due: 'Jatuh tempo',
  part: (left: string) => `sisa ${left}`,
  waitingPart: (amount: string) => `${amount} sedang diperiksa`,
  rejectedTitle: 'Pembayaran terakhir ditolak',
  rejectedNoReason: 'Hubungi sekolah bila alasannya belum jelas.',
  pay: 'Bayar',
  payEarly: 'Bayar lebih awal',
  payAgain: 'Kirim bukti baru',
  see: 'Lihat pembayaran',
  seeProof: 'Lihat bukti',
  receipt: 'Kuitansi',
  actionOn: (action: string, invoice: string) => `${action}: ${invoice}`,
  about: (stage: string, child: string, number: string) => `${stage} · ${child} · ${number}`,
  configFailed: 'Rekening tujuan tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  paidUpTitle: 'Tagihan ini sudah lunas',
  amountPaid: 'Jumlah pembayaran',
  amountHint: (remaining: string) => `Sisa tagihan ${remaining}. Boleh dibayar sebagian.`,
  withoutAdd: 'Isi tanpa angka tambahan di akhir jumlah transfer.',
  amountRequired: 'Jumlah pembayaran harus lebih dari 0',
  amountTooHigh: (remaining: string) => `Jumlah pembayaran paling banyak ${remaining}`,
  date: 'Tanggal pembayaran',
  dateRequired: 'Tanggal pembayaran harus diisi',
  bank: 'Informasi bank',
  bankHint: 'Bank dan nama pemilik rekening yang Anda pakai. Contoh: BCA a.n. Rahma Aulia',
  proofTitle: 'Bukti pembayaran diperlukan',
  proofRequired: 'Silakan upload bukti pembayaran terlebih dahulu.',
  sent: 'Pembayaran berhasil disubmit',
  sentText: 'Tim keuangan akan memeriksa bukti pembayaran Anda.',
  sendFailed: 'Pembayaran gagal disubmit',
  sendFailedText: 'Terjadi kesalahan saat mengirim data pembayaran. Silakan coba lagi.',
} as const;
