import { formatMoment } from '@gerbang/web-kit/page/format';

/** Texts of 'Pembayaran otomatis'. */
export const copy = {
  parts: 'Bagian pembayaran otomatis',
  part: { requests: 'Permintaan', settlements: 'Pencairan' },
  views: 'Keadaan permintaan',
  statusFilter: 'Keadaan',
  channelFilter: 'Kanal',
  everyChannel: 'Semua kanal',
  from: 'Dibuat dari',
  to: 'Dibuat sampai',
  searchLabel: 'Cari nomor permintaan, tagihan, atau pendaftaran',
  search: 'Nomor permintaan atau tagihan',
  sorts: {
    '-created_at': 'Terbaru dahulu',
    created_at: 'Terlama dahulu',
    '-amount': 'Jumlah terbesar dahulu',
    amount: 'Jumlah terkecil dahulu',
  },
  found: (count: number) => `${count.toLocaleString('id-ID')} permintaan`,
  loading: 'Memuat pembayaran otomatis...',
  loadFailed: 'Pembayaran otomatis tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada pembayaran otomatis.',
  emptyText: 'Virtual Account dan QRIS yang diminta keluarga muncul di sini.',
  noneInFilter: 'Tidak ada permintaan dengan saringan ini.',
  caption: 'Pembayaran otomatis',
  columns: {
    what: 'Untuk',
    amount: 'Jumlah',
    status: 'Keadaan',
    way: 'Jalannya',
    actions: 'Aksi',
  },
  paidToday: (count: number) => `Lunas hari ini ${count.toLocaleString('id-ID')}`,
  made: (at: string) => `Dibuat ${formatMoment(at)}`,
  paid: (at: string) => `Dibayar ${formatMoment(at)}`,
  booked: (at: string) => `Dibukukan ${formatMoment(at)}`,
  settled: (day: string) => `Cair ${day}`,
  differs: (amount: string) => `Dibayar ${amount}`,
  ask: 'Tanya penyedia',
  askAbout: (number: string) => `Tanya penyedia tentang ${number}`,
  close: 'Tutup peninjauan',
  closeOf: (number: string) => `Tutup peninjauan ${number}`,
  closedFor: (reason: string) => `Ditutup: ${reason}`,
  asked: 'Jawaban penyedia',
  failed: 'Belum berhasil',
} as const;

/** Texts of the dialog that closes a review. */
export const closeCopy = {
  title: 'Tutup peninjauan',
  lead: (number: string) =>
    `Untuk ${number} dibayar jumlah lain, dan sekolah tidak menyimpan uangnya. Pastikan pada penyedia bahwa uangnya kembali kepada keluarga, lalu tutup. Keluarga dapat membayar lagi.`,
  reason: 'Alasan',
  hint: 'Misalnya: penyedia menolak jumlahnya dan mengembalikan uangnya.',
  required: 'Alasan harus diisi, paling sedikit 5 karakter',
  action: 'Tutup peninjauan',
  success: 'Berhasil',
  closed: (number: string) => `Peninjauan ${number} ditutup`,
  failed: 'Belum berhasil',
} as const;
