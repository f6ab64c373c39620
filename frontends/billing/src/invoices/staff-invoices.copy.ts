import { CASH_NOTE_LETTERS } from '@gerbang/domain/invoice-payments';

/** Texts of /admin/invoices. */
export const copy = {
  select: 'Pilih',
  selectAll: 'Pilih semua di halaman ini',
  selectOne: (number: string, child: string) => `Pilih ${number}, ${child}`,
  search: 'Cari nama anak, orang tua, telepon, nomor tagihan...',
  searchLabel: 'Cari tagihan menurut nama anak, orang tua, telepon, atau nomor tagihan',
  counters: 'Jumlah tagihan per status',
  statusFilter: 'Status',
  sorts: {
    due_date: 'Jatuh tempo terdekat',
    '-due_date': 'Jatuh tempo terjauh',
    '-created_at': 'Terbaru dahulu',
    created_at: 'Terlama dahulu',
    '-total_amount': 'Nilai terbesar',
    total_amount: 'Nilai terkecil',
    waiting_since: 'Tunggu terlama dahulu',
  },
  dueFrom: 'Jatuh tempo mulai',
  dueUntil: 'Jatuh tempo sampai',
  found: (count: number) => `${count.toLocaleString('id-ID')} tagihan`,
  loading: 'Memuat data tagihan...',
  loadFailed: 'Data tagihan tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada tagihan.',
  noneInFilter: 'Tidak ada tagihan dengan saringan ini.',
  caption: 'Tagihan',
  sums: 'Nilai tagihan pada hasil ini',
  sumTotal: 'Nilai',
  sumPaid: 'Dibayar',
  sumOutstanding: 'Sisa',
  columns: {
    child: 'Nama anak',
    invoice: 'Tagihan',
    due: 'Jatuh tempo',
    amount: 'Jumlah',
    status: 'Status',
    actions: 'Aksi',
  },
  waiting: (amount: string) => `${amount} dikirim`,
  remaining: (amount: string) => `Sisa ${amount}`,
  open: 'Lihat Pembayaran',
  openOf: (number: string, child: string) => `Lihat pembayaran ${number}, ${child}`,
  exportFailed: 'Gagal mengekspor tagihan',
} as const;

/** Texts of the dialog of one invoice. */
export const dialogCopy = {
  title: 'Tagihan dan pembayaran',
  tabs: { proof: 'Pembayaran', whole: 'Tagihan & riwayat' },
  loading: 'Memuat tagihan...',
  loadFailed: 'Tagihan tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  missing: 'Tagihan tidak ditemukan',
  number: 'Nomor tagihan',
  part: 'Tahap',
  registration: 'Nomor pendaftaran',
  level: 'Jenjang / kelas',
  parent: 'Orang tua',
  due: 'Jatuh tempo',
  total: 'Total tagihan',
  paid: 'Sudah dibayar',
  remaining: 'Sisa tagihan',
  verify: 'Verifikasi',
  reject: 'Tolak',
  edit: 'Ubah & Verifikasi',
  add: 'Tambah Pembayaran',
  refund: 'Kembalikan dana',
  proof: 'Lihat bukti pembayaran',
  proofTitle: 'Bukti pembayaran',
  notes: 'Catatan admin',
  verifyTitle: 'Verifikasi pembayaran',
  verifyText: 'Apakah Anda yakin ingin memverifikasi pembayaran ini?',
  rejectHint: 'Dibaca orang tua di portal. Pesan WhatsApp hanya mengabarkan bahwa ada jawaban.',
  reason: 'Alasan penolakan',
  amount: 'Jumlah pembayaran',
  amountMore: 'Jumlah pembayaran harus lebih dari 0',
  amountTooMuch: (remaining: string) => `Melebihi sisa tagihan (${remaining})`,
  editTitle: 'Ubah dan verifikasi pembayaran',
  editSave: 'Simpan & Verifikasi',
  editedNotVerified:
    'Perubahan sudah tersimpan, tetapi pembayaran belum terverifikasi. Coba verifikasi sekali lagi.',
  addTitle: 'Tambah pembayaran',
  method: 'Metode pembayaran',
  date: 'Tanggal pembayaran',
  dateRequired: 'Tanggal pembayaran harus diisi',
  bankInfo: 'Informasi bank',
  adminNotes: 'Catatan admin',
  adminNotesHint: 'Hanya dibaca staf keuangan.',
  cashNotesHint: `Hanya dibaca staf keuangan. Tanpa bukti, paling sedikit ${CASH_NOTE_LETTERS} huruf, misalnya diterima dari siapa.`,
  drawersHint:
    'Sekolah menerima uang tunai? Nyalakan “Kas loket” di Penyiapan sekolah, agar uangnya dihitung per orang dan ditandatangani.',
  cashByOthers: 'Pembayaran tunai dicatat oleh keuangan atau administrator.',
  autoVerify: 'Langsung verifikasi',
  save: 'Simpan',
  saveAndPrint: 'Simpan dan cetak kuitansi',
  pending: 'Menyimpan...',
  success: 'Berhasil',
  verified: 'Verifikasi pembayaran berhasil diperbarui',
  verifyFailed: 'Gagal memperbarui verifikasi pembayaran',
  added: 'Pembayaran berhasil ditambahkan',
  addFailed: 'Gagal menambahkan pembayaran',
  edited: 'Pembayaran berhasil diperbarui',
  editFailed: 'Gagal menyimpan perubahan',
  editFailedText: 'Gagal memperbarui pembayaran',
} as const;

/** The question for the reason of a rejection. */
export const REJECTION = {
  title: 'Tolak pembayaran',
  hint: dialogCopy.rejectHint,
  label: dialogCopy.reason,
  required: 'Alasan penolakan diperlukan',
  action: dialogCopy.reject,
} as const;

/** Texts of verifying several payments at once. */
export const bulkVerifyCopy = {
  title: (count: number) => `Verifikasi ${count} pembayaran`,
  text: (sum: string) =>
    `Jumlahnya ${sum}. Setiap pembayaran dibukukan satu per satu dan kuitansinya langsung terbit:`,
  left: (count: number) =>
    `${count} tagihan yang dipilih tidak punya pembayaran yang menunggu, dan dilewati.`,
  none: 'Tidak ada pembayaran yang menunggu verifikasi di antara tagihan yang dipilih.',
  start: 'Verifikasi',
  close: 'Tutup',
} as const;

/** The single keys of /admin/invoices. */
export const KEYS = [
  ['/', 'Cari tagihan'],
  ['J', 'Pembayaran berikutnya (di panel)'],
  ['K', 'Pembayaran sebelumnya (di panel)'],
  ['V', 'Verifikasi pembayaran (di panel)'],
  ['T', 'Tolak pembayaran (di panel)'],
  ['1–4', 'Tolak dengan alasan cepat (di panel)'],
  ['F', 'Buka bukti penuh (di panel)'],
  ['Z', 'Urungkan keputusan terakhir'],
] as const;
