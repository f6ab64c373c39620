const listed = (days: readonly number[]) => days.map((day) => String(Math.abs(day))).join(' dan ');

/** On which days around the due date (negative: before) the school reminds; null = never. */
export function reminderText(days: readonly number[]): string | null {
  if (days.length === 0) return null;
  const before = days.filter((day) => day < 0);
  const after = days.filter((day) => day > 0);
  const parts = [
    before.length > 0 ? `${listed(before)} hari sebelum jatuh tempo` : null,
    days.includes(0) ? 'pada hari jatuh tempo' : null,
    after.length > 0 ? `${listed(after)} hari sesudahnya bila belum lunas` : null,
  ];
  return `Kami ingatkan lewat WhatsApp ${parts.filter((part) => part !== null).join(', ')}.`;
}

/** Texts of /tagihan. */
export const tagihanCopy = {
  title: 'Tagihan',
  missing: 'Data Tidak Ditemukan',
  missingText: 'Tagihan ini tidak ada atau bukan milik keluarga Anda.',
  transferTitle: 'Transfer tepat sebesar ini',
  proofStep: 'Kirim bukti transfer',
  toProof: 'Sudah transfer, unggah bukti',
  later: 'Bayar nanti · simpan ke kalender',
  back: 'Kembali',
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
  sumOf: (total: string) => `dari ${total}`,
  sumWords: (paid: string, waiting: string, left: string) =>
    `Lunas ${paid}, diperiksa ${waiting}, sisa ${left}`,
  legend: {
    done: (percent: number) => `lunas ${percent}%`,
    waiting: (percent: number) => `diperiksa ${percent}%`,
    left: (percent: number) => `sisa ${percent}%`,
  },
  dueOn: (day: string, words: string | null) =>
    words === null ? `Jatuh tempo ${day}` : `Jatuh tempo ${day} (${words})`,
  paidOn: (day: string) => `Lunas ${day}`,
  part: (paid: string, left: string) => `terbayar ${paid}, sisa ${left}`,
  waitingPart: (amount: string) => `${amount} sedang diperiksa`,
  remindersTitle: 'Pengingat jatuh tempo',
  saveDates: 'Simpan ke kalender',
  rejectedTitle: 'Pembayaran terakhir ditolak',
  rejectedNoReason: 'Hubungi sekolah bila alasannya belum jelas.',
  pay: 'Bayar',
  payEarly: 'Bayar lebih awal',
  payAgain: 'Kirim ulang bukti',
  see: 'Lihat pembayaran',
  seeProof: 'Lihat bukti',
  receipt: 'Kuitansi',
  actionOn: (action: string, invoice: string) => `${action}: ${invoice}`,
  about: (stage: string, child: string, number: string) => `${stage} · ${child} · ${number}`,
  configFailed: 'Rekening tujuan tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  paidUpTitle: 'Tagihan ini sudah lunas',
  amountPaid: 'Jumlah pembayaran',
  amountHint: (remaining: string) => `Sisa tagihan ${remaining}. Boleh dibayar sebagian.`,
  amountRequired: 'Jumlah pembayaran harus lebih dari 0',
  amountTooHigh: (remaining: string) => `Jumlah pembayaran paling banyak ${remaining}`,
  date: 'Tanggal pembayaran',
  dateRequired: 'Tanggal pembayaran harus diisi',
  dateInFuture: 'Tanggal pembayaran tidak boleh di masa depan',
  bank: 'Informasi bank',
  bankHint: 'Bank dan nama pemilik rekening yang Anda pakai. Contoh: BCA a.n. Rahma Aulia',
  proofTitle: 'Bukti pembayaran diperlukan',
  proofRequired: 'Silakan upload bukti pembayaran terlebih dahulu.',
  afterSend: 'Diverifikasi tim keuangan pada jam kerja. Kabar dikirim lewat WhatsApp.',
  send: 'Kirim pembayaran',
  sending: 'Mengirim...',
  sent: 'Pembayaran berhasil disubmit',
  sentText: 'Bukti pembayaran akan diverifikasi oleh tim keuangan.',
  sendFailed: 'Pembayaran gagal disubmit',
  sendFailedText: 'Terjadi kesalahan saat mengirim data pembayaran. Silakan coba lagi.',
} as const;
