/** Texts of /announcement/{id}. */
export const detailCopy = {
  loading: 'Memuat pengumuman...',
  loadFailed: 'Pengumuman tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  missing: 'Pengumuman tidak ditemukan',
  missingText: 'Alamatnya mungkin keliru. Cari pengumumannya di daftar.',
  back: 'Kembali ke daftar',
  print: 'Cetak',
  facts: 'Keterangan',
  content: 'Isi pengumuman',
  results: 'Hasil siswa',
  fields: {
    status: 'Status',
    period: 'Periode observasi',
    level: 'Jenjang',
    created: 'Dibuat',
    submitted: 'Diajukan',
    reviewed: 'Direview',
    published: 'Diterbitkan',
    notes: 'Catatan review',
  },
  by: (name: string, role: string) => `${name} (${role})`,
  counts: (total: number, passed: number, failed: number) =>
    `${total.toLocaleString('id-ID')} siswa: ${passed.toLocaleString('id-ID')} lulus, ${failed.toLocaleString('id-ID')} tidak lulus`,
  caption: 'Hasil siswa',
  columns: {
    number: 'No',
    student: 'Siswa',
    level: 'Jenjang',
    class: 'Kelas',
    result: 'Hasil',
    note: 'Catatan',
  },
  noResults: 'Belum ada siswa dalam pengumuman ini.',
  showAll: (count: number) => `Tampilkan semua (${count.toLocaleString('id-ID')})`,
  skipped: (count: number) =>
    `${count.toLocaleString('id-ID')} hasil tidak diterapkan saat pengumuman diterbitkan. Keluarganya tidak menerima pesan.`,
  obstacles: (count: number) =>
    `${count.toLocaleString('id-ID')} hasil tidak akan diterapkan seperti keadaannya sekarang:`,
  notApplied: 'Tidak diterapkan',
} as const;
