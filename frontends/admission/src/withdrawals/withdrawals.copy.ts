/** Texts of a family that leaves, and of what it reads afterwards. */
export const leaveCopy = {
  title: 'Mengundurkan diri',
  reason: 'Mengapa?',
  reasonRequired: 'Pilih alasannya',
  note: 'Keterangan',
  next: 'Lanjut',
  cancel: 'Batal',
  back: 'Kembali',
  loading: 'Memuat ketentuan...',
  loadFailed: 'Ketentuan tidak dapat dimuat.',
  follows: 'Yang terjadi bila Anda melanjutkan',
  money: 'Uang yang kembali',
  nothingPaid: 'Belum ada pembayaran yang terverifikasi, jadi tidak ada yang dikembalikan.',
  line: { fee: 'Biaya pendaftaran', education: 'Biaya pendidikan' },
  part: (back: string, paid: string) => `${back} dari ${paid}`,
  deduct: 'Potongan',
  total: 'Jumlah yang kembali',
  contacted: 'Rekening tujuannya Anda isi di langkah berikut, atau nanti di halaman Tagihan.',
  account: 'Rekening tujuan',
  later: 'Isi rekening nanti',
  rule: 'Ketentuan pengembalian dana',
  forGood: 'Tindakan ini tidak dapat dibatalkan.',
  agreed: 'Yang terjadi bila sekolah menyetujui',
  waits: 'Sampai sekolah memutuskan tidak ada yang berubah, dan permintaan ini dapat Anda batalkan.',
  ask: 'Kirim permintaan',
  asked: ['Permintaan mundur terkirim', 'Jawaban sekolah tampil di sini.'],
  send: (child: string) => `Ya, undurkan ${child}`,
  pending: 'Mencatat...',
  done: ['Pengunduran diri tercatat', 'Rinciannya tetap dapat Anda baca di sini.'],
  failed: 'Pengunduran diri belum tercatat',
} as const;

/** Texts below a registration that was taken back. */
export const leftCopy = {
  title: 'Pendaftaran ini sudah mundur',
  byFamily: (day: string, reason: string) => `Anda mengundurkan diri pada ${day}. Alasan: ${reason}.`,
  byStaff: (day: string, reason: string) =>
    `Sekolah mencatat pengunduran diri atas permintaan keluarga pada ${day}. Alasan: ${reason}.`,
  back: (total: string) => `Yang kembali menurut ketentuan: ${total}.`,
  toRefund: 'Lihat pengembalian dana dan rekeningnya',
  none: 'Menurut ketentuan sekolah tidak ada pembayaran yang kembali.',
  object: 'Bukan Anda?',
  objectTitle: 'Bukan Anda yang meminta?',
  objectHint: 'Sekolah memeriksa dan menjawabnya. Kursi yang sudah dilepas tidak dapat dijanjikan kembali.',
  text: 'Apa yang terjadi?',
  required: 'Tulis apa yang terjadi',
  send: 'Kirim ke sekolah',
  objected: (day: string) =>
    `Anda menyampaikan pada ${day} bahwa Anda tidak memintanya. Jawaban sekolah ada di riwayat.`,
  sent: ['Sudah kami terima', 'Sekolah memeriksa dan menjawabnya di riwayat pendaftaran ini.'],
  sendFailed: 'Belum terkirim',
} as const;

/** Texts of a request that the school decides. */
export const requestCopy = {
  title: {
    requested: 'Permintaan mundur menunggu keputusan sekolah',
    refused: 'Permintaan mundur tidak disetujui',
  },
  byFamily: (day: string, reason: string) => `Anda mengirimnya pada ${day}. Alasan: ${reason}.`,
  byStaff: (day: string, reason: string) =>
    `Sekolah mencatatnya atas permintaan keluarga pada ${day}. Alasan: ${reason}.`,
  waits: 'Sampai diputuskan tidak ada yang berubah.',
  answer: (day: string, reason: string) => `Jawaban sekolah pada ${day}: ${reason}`,
  cancel: 'Batalkan permintaan',
  cancelTitle: 'Batalkan permintaan mundur?',
  cancelText: 'Pendaftaran tetap berjalan seperti biasa. Permintaan baru dapat dikirim kapan saja.',
  keep: 'Biarkan',
  cancelling: 'Membatalkan...',
  cancelled: ['Permintaan dibatalkan', 'Pendaftaran tetap berjalan.'],
  failed: 'Permintaan belum dibatalkan',
} as const;

/** Texts of the same by staff, for a family on the phone. */
export const leaveForCopy = {
  title: 'Undurkan pendaftaran',
  lead: 'Kursi langsung dilepas dan keluarga langsung diberi tahu; ia dapat menyanggah selama 72 jam.',
  reason: 'Alasan',
  checked: 'Yang sudah diperiksa (paling sedikit dua)',
  checksMissing: 'Periksa paling sedikit dua hal',
  note: 'Catatan untuk riwayat',
  send: 'Undurkan',
  done: ['Pendaftaran diundurkan', 'Keluarga sudah diberi tahu.'],
  leadAsk: 'Daftar ulang sudah diproses: ini menjadi permintaan yang diputuskan kepala sekolah.',
  sendAsk: 'Catat permintaan',
  asked: ['Permintaan mundur dicatat', 'Kepala sekolah memutuskannya di “Pengunduran Diri”.'],
} as const;
