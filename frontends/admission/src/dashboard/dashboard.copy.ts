import type { FamilyTaskKind } from '@gerbang/domain/family-tasks';
import type { StaffTaskKind } from '@gerbang/domain/staff-tasks';

/** Texts of the admission area's cards on the dashboard. */
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

/** What a task is called, and the word at its side. */
export const taskCopy: Readonly<
  Record<FamilyTaskKind, { readonly title: (child: string) => string; readonly tag: string }>
> = {
  fee_rejected: { title: () => 'Kirim ulang bukti pembayaran', tag: 'Ditolak' },
  fee_unpaid: { title: () => 'Unggah bukti bayar pendaftaran', tag: 'Belum Bayar' },
  profile_incomplete: { title: () => 'Lengkapi data orang tua', tag: 'Belum lengkap' },
  phone_unverified: { title: () => 'Verifikasi nomor WhatsApp', tag: 'Belum diverifikasi' },
  contact_unverified: { title: () => 'Verifikasi nomor kontak', tag: 'Belum diverifikasi' },
  child_missing: { title: () => 'Tambahkan data anak', tag: 'Belum ada' },
  registration_missing: { title: (child) => `Daftarkan ${child}`, tag: 'Belum didaftarkan' },
};
