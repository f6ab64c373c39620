/** Texts of what is done with several rows at once. */
export const bulkCopy = {
  bar: 'Tindakan untuk pilihan',
  selected: (count: number) => `${count} dipilih`,
  verify: 'Verifikasi',
  clear: 'Batalkan pilihan',
  stop: 'Hentikan',
  close: 'Tutup',
  progress: (done: number, total: number) => `${done} dari ${total} selesai`,
  progressLabel: 'Kemajuan',
  result: (good: number, bad: number) => `${good} berhasil, ${bad} gagal`,
  stopped: (left: number) => `Dihentikan: ${left} belum diproses.`,
  failedTitle: 'Yang gagal',
  open: 'Buka',
  openOf: (name: string) => `Buka ${name}`,
} as const;
