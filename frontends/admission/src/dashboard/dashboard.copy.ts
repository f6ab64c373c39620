import type { FamilyTaskKind } from '@gerbang/domain/family-tasks';

/** Texts of the admission area's cards on the dashboard (accounts §2, "Parent dashboard"). */
export const dashboardCopy = {
  tasksTitle: 'Perlu tindakan Anda',
  tasksCount: (count: number) => `${count} hal`,
  tasksNone: 'Tidak ada yang perlu Anda kerjakan sekarang.',
  statusTitle: 'Status Pendaftaran',
  loading: 'Memuat data pendaftaran...',
  failed: 'Data pendaftaran belum dapat dimuat. Bagian lain tetap dapat digunakan.',
  empty: 'Belum ada pendaftaran',
  emptyText: 'Pendaftaran anak Anda akan tampil di sini beserta tahapannya.',
  noChildren: 'Tidak ada data anak',
  registerNow: 'Daftar Sekarang',
  number: (number: string) => `No. ${number}`,
  open: 'Lihat Detail',
  close: 'Tutup Detail',
  detailOf: (action: string, child: string) => `${action}: ${child}`,
} as const;

/** What a task is called, and the word at its side. */
export const taskCopy: Readonly<
  Record<FamilyTaskKind, { readonly title: (child: string) => string; readonly tag: string }>
> = {
  fee_rejected: { title: () => 'Kirim ulang bukti pembayaran', tag: 'Ditolak' },
  fee_unpaid: { title: () => 'Unggah bukti bayar pendaftaran', tag: 'Belum Bayar' },
  profile_incomplete: { title: () => 'Lengkapi data orang tua', tag: 'Belum lengkap' },
  phone_unverified: { title: () => 'Verifikasi nomor kontak', tag: 'Belum diverifikasi' },
  child_missing: { title: () => 'Tambahkan data anak', tag: 'Belum ada' },
  registration_missing: { title: (child) => `Daftarkan ${child}`, tag: 'Belum didaftarkan' },
};
