import type { StaffTaskKind } from '@gerbang/domain/staff-tasks';

/** Texts of the admission area's cards on the dashboard. */
export const dashboardCopy = {
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

/** Work that waits for staff: the card and its counts. */
export const waitingCopy: {
  readonly title: string;
  readonly none: string;
  readonly noneText: string;
  readonly all: string;
  readonly kinds: Readonly<Record<StaffTaskKind, string>>;
} = {
  title: 'Yang menunggu Anda',
  none: 'Tidak ada yang menunggu Anda sekarang.',
  noneText: 'Pendaftaran yang perlu Anda kerjakan akan tampil di sini.',
  all: 'Lihat semua pendaftaran',
  kinds: {
    fees_unpaid: 'Belum dibayar',
    fees_to_verify: 'Pembayaran menunggu verifikasi',
    fees_rejected: 'Pembayaran ditolak',
    to_schedule: 'Perlu dijadwalkan observasi',
    observations_due: 'Kehadiran perlu dicatat',
    to_send_on: 'Siap diteruskan ke pengumuman',
    absent: 'Tidak hadir, perlu jadwal baru',
    waiting_announcement: 'Menunggu pengumuman',
  },
};
