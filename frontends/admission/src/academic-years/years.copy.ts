/** Texts of /admin/years. */
export const yearsCopy = {
  caption: 'Tahun ajaran',
  loading: 'Memuat tahun ajaran...',
  loadFailed: 'Tahun ajaran tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada tahun ajaran',
  emptyText: 'Rencanakan tahun ajaran, lalu buka agar keluarga dapat memilihnya.',
  add: 'Rencanakan tahun',
  columns: {
    year: 'Tahun ajaran',
    state: 'Keadaan',
    opened: 'Dibuka',
    registrations: 'Pendaftaran',
    actions: 'Tindakan',
  },
  starts: (day: string) => `Mulai ${day}`,
  never: 'Belum dibuka',
  bySetup: 'dari penyiapan sekolah',
  unnamed: 'staf',
  open: 'Buka',
  openOf: (label: string) => `Buka tahun ajaran ${label}`,
  closing: 'Penutupan',
  closingOf: (label: string) => `Penutupan tahun ajaran ${label}`,
  pending: 'Menyimpan...',
} as const;

/** Texts of the dialog that opens a year. */
export const openCopy = {
  title: (label: string) => `Buka tahun ajaran ${label}?`,
  text: 'Keluarga dapat langsung memilihnya saat mendaftar. Jenjang yang memakai gelombang tetap mengikuti gelombangnya.',
  done: (label: string) => ['Tahun ajaran dibuka', `Keluarga dapat mendaftar untuk ${label}.`] as const,
  failed: 'Tahun ajaran belum dibuka',
} as const;

/** Texts of the form that plans a year. */
export const planCopy = {
  title: 'Rencanakan tahun ajaran',
  label: 'Tahun ajaran',
  hint: 'Dua tahun yang berurutan, misalnya 2026/2027. Keluarga belum dapat memilihnya sampai dibuka.',
  wrong: 'Tulis dua tahun yang berurutan, misalnya 2026/2027',
  save: 'Simpan',
  saved: ['Tahun ajaran direncanakan', 'Buka tahun itu bila keluarga boleh mendaftar.'] as const,
  failed: 'Tahun ajaran belum tersimpan',
} as const;
