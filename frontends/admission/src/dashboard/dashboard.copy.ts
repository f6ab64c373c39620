import type { AnnouncementTaskKind } from '@gerbang/domain/announcements';
import type { StaffTaskKind } from '@gerbang/domain/staff-tasks';

/** Texts of the admission area's cards on the dashboard. */
export const dashboardCopy = {
  statusTitle: 'Status Pendaftaran',
  statusOf: (count: number) => `Status Pendaftaran (${count})`,
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

/** The work of announcements that waits for staff. */
export const announcementKinds: Readonly<Record<AnnouncementTaskKind, string>> = {
  students: 'Siswa menunggu pengumuman',
  rejected: 'Ditolak, perlu direvisi',
  drafts: 'Draf belum diajukan',
  to_review: 'Menunggu tinjauan Anda',
  to_publish: 'Disetujui, siap diterbitkan',
};

/** The work of admission that waits for staff. */
export const waitingCopy: {
  readonly kinds: Readonly<Record<StaffTaskKind, string>>;
} = {
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
