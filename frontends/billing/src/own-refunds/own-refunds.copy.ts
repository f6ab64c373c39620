/** Texts of the money that goes back to a family. */
export const ownRefundsCopy = {
  title: 'Pengembalian dana',
  loading: 'Memuat pengembalian dana...',
  loadFailed: 'Pengembalian dana belum dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  about: (number: string, child: string) => `${number} · ${child}`,
  begun: 'Disiapkan sekolah',
  changed: 'Rekening diubah',
  moved: 'Dipindahkan',
  part: (back: string, paid: string) => `${back} dari ${paid}`,
  deduct: 'Potongan',
  minus: (amount: string) => `−${amount}`,
  total: 'Jumlah yang kembali',
  account: 'Rekening tujuan',
  accountOf: (bank: string, number: string, owner: string) => `${bank} ${number} a.n. ${owner}`,
  fill: 'Isi rekening',
  change: 'Ubah rekening',
  none: 'Rekening tujuan belum diisi. Isi agar dana dapat ditransfer.',
  object: 'Jumlah ini keliru',
  objected: (day: string, text: string) => `Anda menyanggah jumlahnya pada ${day}: ${text}`,
  paper: 'Bukti pengembalian dana (PDF)',
} as const;

/** Texts of the account that a refund goes to. */
export const accountCopy = {
  again: 'Pengembalian ini sudah disetujui. Dengan rekening lain, sekolah menyetujuinya sekali lagi.',
  save: 'Simpan rekening',
  saved: ['Rekening tersimpan', 'Dana dikembalikan ke rekening ini.'],
  asked: ['Rekening tersimpan', 'Pengembalian ini menunggu persetujuan sekolah sekali lagi.'],
} as const;

/** Texts of the objection. */
export const objectionCopy = {
  title: 'Jumlah ini keliru?',
  hint: 'Bagian keuangan membacanya sebelum mentransfer. Sanggahan hanya dapat dikirim sekali.',
  text: 'Apa yang keliru?',
  required: 'Tulis apa yang keliru',
  send: 'Kirim ke sekolah',
  sent: ['Sanggahan terkirim', 'Bagian keuangan memeriksanya.'],
  failed: 'Sanggahan belum terkirim',
} as const;
