import type { Stage } from '@gerbang/domain/registration-stages';

/** The label of a stage's content; 'Keterangan' for the other stages. */
export const STAGE_CONTENT_LABELS: Readonly<Partial<Record<Stage, string>>> = {
  obs_scheduled: 'Tanggal Observasi',
  obs_attended: 'Hasil Kehadiran',
  obs_not_attended: 'Alasan Tidak Hadir',
  waiting_announcement: 'Informasi Tambahan',
};

/** Texts of 'Riwayat Tahapan'. */
export const historyCopy = {
  title: 'Riwayat Tahapan',
  loading: 'Memuat riwayat...',
  empty: 'Belum ada riwayat tahapan',
  failed: 'Riwayat tahapan tidak dapat dimuat. Silakan coba lagi.',
  retry: 'Coba lagi',
  content: 'Keterangan',
  at: (day: string, time: string) => `${day}, ${time.replace(':', '.')} WIB`,
  place: (place: string) => `Tempat: ${place}`,
  attachment: (name: string) => `Lampiran: ${name}`,
  attachmentUnnamed: 'berkas',
  by: (name: string, role: string) => `Oleh ${name} · ${role}`,
  nobody: 'Sistem',
} as const;
