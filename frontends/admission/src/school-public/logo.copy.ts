/** Texts of the school's logo. */
export const logoCopy = {
  label: 'Logo sekolah',
  hint: 'PNG atau JPEG, paling besar 1MB. Tampil setelah draf diaktifkan.',
  none: 'Belum ada logo.',
  shown: 'Logo sekolah saat ini',
  choose: 'Pilih logo',
  chooseOther: 'Ganti logo',
  remove: 'Hapus logo',
  pending: 'Mengunggah...',
  wrongType: 'File tidak valid: Logo harus berupa gambar PNG atau JPEG',
  tooLarge: 'File terlalu besar: Ukuran file maksimal 1MB',
  unreadable: 'File tidak dapat dibaca. Pilih file lain.',
} as const;
