/** Texts of /admin/proof-alerts. */
export const alertsCopy = {
  caption: 'Bukti ganda',
  search: 'Cari nama anak atau nomor...',
  searchLabel: 'Cari bukti ganda menurut nama anak atau nomor',
  status: 'Status',
  everyStatus: 'Semua status',
  sorts: { '-created_at': 'Terbaru dahulu', created_at: 'Terlama dahulu' },
  found: (count: number) => `${count.toLocaleString('id-ID')} pasang bukti`,
  loading: 'Memuat bukti ganda...',
  loadFailed: 'Bukti ganda tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Tidak ada bukti ganda.',
  emptyText: 'Bukti yang sama atau mirip dengan bukti pembayaran lain muncul di sini.',
  noneInFilter: 'Tidak ada bukti ganda dengan saringan ini.',
  columns: {
    later: 'Dikirim kemudian',
    earlier: 'Dikirim lebih dahulu',
    likeness: 'Kemiripan',
    status: 'Status',
    actions: 'Aksi',
  },
  unknown: 'Pembayaran lain',
  compareOf: (one: string, two: string) => `Bandingkan ${one} dengan ${two}`,
} as const;
