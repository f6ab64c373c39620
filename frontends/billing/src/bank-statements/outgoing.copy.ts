import { copy } from './bank-statements.copy.ts';

/** Texts of the list of money that went out. */
export const outgoingCopy = {
  ...copy,
  exportFile: 'uang-keluar',
  search: 'Cari jumlah, nomor pengembalian, atau nama...',
  searchLabel: 'Cari uang keluar menurut jumlah, nomor pengembalian, atau nama anak',
  found: (rows: number) => `${rows.toLocaleString('id-ID')} uang keluar`,
  loading: 'Memuat uang keluar...',
  empty: 'Belum ada uang keluar.',
  emptyText:
    'Uang keluar dari berkas mutasi tampil di sini dengan pengembalian dana yang cocok. Keterangan banknya tidak disimpan.',
  caption: 'Uang keluar dari mutasi bank',
  statuses: { new: 'Belum dibukukan', booked: 'Dibukukan' },
  columns: { day: 'Tanggal', amount: 'Jumlah', refund: 'Pengembalian dana', status: 'Status' },
  account: (key: string) => `Rekening ${key}`,
  offered: 'Cocok, belum dicatat',
  noted: 'Sudah dicatat dengan bukti',
  other: 'Bukan pengembalian',
  differs: (total: string) => `jumlahnya lain: ${total}`,
} as const;
