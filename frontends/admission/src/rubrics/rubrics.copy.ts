/** Texts of /admin/rubrics. */
export const rubricsCopy = {
  caption: 'Rubrik observasi',
  loading: 'Memuat rubrik...',
  loadFailed: 'Rubrik tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada rubrik',
  emptyText: 'Tulis butir yang dilihat penilai, lalu berlakukan.',
  add: 'Buat rubrik',
  columns: { rubric: 'Rubrik', level: 'Jenjang', items: 'Butir', status: 'Status', actions: 'Tindakan' },
  version: (number: number, by: string) => `Versi ${number} · ${by}`,
  seeded: 'bawaan portal',
  unnamed: 'staf',
  open: 'Buka',
  openOf: (rubric: string) => `Buka ${rubric}`,
  activate: 'Berlakukan',
  activateOf: (rubric: string) => `Berlakukan ${rubric}`,
  flagged: (words: string) => `Memuat kata: ${words}`,
  pending: 'Menyimpan...',
  named: (title: string, version: number) => `${title} versi ${version}`,
} as const;

/** Texts of the dialog that puts a rubric in force. */
export const activateCopy = {
  title: (rubric: string) => `Berlakukan ${rubric}?`,
  text: 'Penilai jenjang ini memakainya mulai sekarang. Isinya tidak dapat diubah lagi; perubahan menjadi draf baru. Lembar yang sudah ditulis tetap memakai rubriknya.',
  words: (words: string) => `Rubrik ini memuat kata ${words}.`,
  basis: 'Permendikdasmen 3/2025 melarang tes baca, tulis, hitung untuk SD kelas 1.',
  onlyHead: 'Hanya kepala sekolah yang dapat memberlakukannya, atau hapus kata itu dari drafnya.',
  confirm: 'Saya memastikan tidak ada tes baca, tulis, atau hitung dalam observasi ini.',
  confirmFirst: 'Beri centang lebih dahulu bila tidak ada tes.',
  done: (rubric: string) => ['Rubrik diberlakukan', `${rubric} dipakai penilai mulai sekarang.`] as const,
  failed: 'Rubrik belum diberlakukan',
} as const;

/** Texts of the form of a rubric. */
export const rubricFormCopy = {
  addTitle: 'Buat rubrik',
  editTitle: 'Ubah draf rubrik',
  copyTitle: 'Isi rubrik',
  copyNote: 'Rubrik ini tidak berubah. Yang disimpan menjadi draf baru dari isinya.',
  jenjang: 'Jenjang',
  chooseJenjang: 'Pilih jenjang',
  jenjangMissing: 'Jenjang harus dipilih',
  title: 'Judul',
  titleMissing: 'Judul harus diisi',
  titleLong: 'Paling banyak 120 karakter',
  item: (number: number) => `Butir ${number}`,
  label: 'Yang diamati',
  labelMissing: 'Butir harus diisi',
  help: 'Yang terlihat bila kuat',
  helpHint: 'Tulis yang terlihat, bukan yang dirasa: "Memakai sepatu sendiri dalam 3 menit".',
  group: 'Kelompok',
  weight: 'Bobot',
  remove: (number: number) => `Hapus butir ${number}`,
  addItem: 'Tambah butir',
  save: 'Simpan draf',
  saved: ['Draf tersimpan', 'Rubrik belum berlaku sampai diberlakukan.'] as const,
  failed: 'Draf belum tersimpan',
} as const;
