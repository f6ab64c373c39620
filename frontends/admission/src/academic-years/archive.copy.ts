import type { ClosingStatus } from '@gerbang/domain/academic-years';

/** Texts of the archiving of a year. */
export const archiveCopy = {
  part: 'Pengarsipan',
  title: (label: string) => `Arsipkan ${label}?`,
  from: (day: string) => `Dapat diarsipkan mulai ${day}.`,
  lead: 'Data keluarga yang tidak punya anak di tahun ajaran lain dihapus, seperti pada permintaan penghapusan. Jumlah, nomor, kuitansi, dan pembukuan tetap. Dua orang diperlukan: Kepala Sekolah dan Administrator.',
  loading: 'Menghitung keluarga...',
  loadFailed: 'Keluarga tidak dapat dihitung. Periksa koneksi Anda, lalu coba lagi.',
  counts: {
    families: 'Keluarga yang datanya dihapus',
    children: 'Anak mereka',
    registrations: 'Pendaftaran mereka',
    kept: 'Keluarga yang tetap',
    invoices: 'Tagihan belum lunas, tetap di pembukuan',
  },
  askedBy: (name: string) =>
    `${name} meminta pengarsipan ini. Orang kedua dari peran yang lain menyetujuinya.`,
  unnamed: 'Staf',
  ask: 'Minta pengarsipan',
  agree: 'Setujui dan arsipkan',
  warning: (families: number) =>
    `Data ${families.toLocaleString('id-ID')} keluarga dan akunnya dihapus. Ini tidak dapat dibatalkan.`,
  pending: 'Mengirim...',
  done: {
    asked: ['Pengarsipan diminta', 'Orang kedua dapat menyetujuinya di halaman ini.'],
    running: ['Tahun ajaran diarsipkan', 'Data keluarga sedang dihapus.'],
  } as const,
  failed: 'Tahun ajaran belum diarsipkan',
  progress: (done: number, total: number) => `${done} dari ${total} keluarga selesai`,
  statuses: {
    asked: 'Menunggu orang kedua',
    running: 'Sedang berjalan',
    stopped: 'Dihentikan. Tahun tetap diarsipkan; sisanya dapat dilanjutkan.',
    done: 'Selesai',
    dropped: 'Dibatalkan',
  } satisfies Record<ClosingStatus, string>,
  stop: 'Hentikan',
  stopping: 'Menghentikan...',
  stopped: ['Pengarsipan dihentikan', 'Lanjutkan kapan saja di halaman ini.'] as const,
  stopFailed: 'Pengarsipan belum dihentikan',
  goOn: 'Lanjutkan',
} as const;
