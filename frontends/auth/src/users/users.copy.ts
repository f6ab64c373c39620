/** Texts of /admin/users. */
export const usersCopy = {
  exportFile: 'pengguna',
  search: 'Cari pengguna...',
  searchLabel: 'Cari pengguna menurut nama, email, atau peran',
  parts: 'Bagian daftar',
  part: { staff: 'Staf', families: 'Orang tua', closed: 'Nonaktif' },
  roleFilter: 'Peran',
  everyRole: 'Semua peran',
  sorts: {
    '-created_at': 'Terbaru dahulu',
    created_at: 'Terlama dahulu',
    name: 'Nama A–Z',
    '-name': 'Nama Z–A',
  },
  add: 'Tambah pengguna',
  caption: 'Pengguna terdaftar',
  columns: {
    name: 'Nama',
    email: 'Email',
    role: 'Peran',
    joined: 'Bergabung',
    closed: 'Nonaktif sejak',
    actions: 'Aksi',
  },
  total: (count: number) => `Total ${count} pengguna terdaftar`,
  closedTotal: (count: number) => `Total ${count} pengguna nonaktif`,
  found: (shown: number, count: number) => `Menampilkan ${shown} dari ${count} pengguna`,
  empty: 'Belum ada pengguna terdaftar',
  none: {
    families: {
      title: 'Belum ada pengguna terdaftar',
      text: 'Akun keluarga muncul di sini setelah mereka mendaftar.',
    },
    closed: { title: 'Belum ada akun nonaktif', text: 'Akun yang dihapus dapat dilihat di sini.' },
  },
  noMatch: 'Tidak ada pengguna yang cocok dengan pencarian',
  noneInFilter: 'Tidak ada pengguna dengan peran ini',
  noName: 'Belum diisi',
  you: 'Anda',
  mustChange: 'Password sementara',
  readOnly: 'Anda hanya dapat melihat daftar ini.',
  loading: 'Memuat data pengguna...',
  loadFailedEnglish: 'Failed to fetch users',
  loadFailed: 'Data pengguna tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  open: 'Lihat',
  openOf: (who: string) => `Lihat ${who}`,
  edit: 'Ubah',
  remove: 'Hapus',
  revoke: 'Akhiri sesi',
  clearFactors: 'Hapus verifikasi dua langkah',
  success: 'Berhasil',
  created: 'Pengguna berhasil dibuat',
  updated: 'Pengguna berhasil diperbarui',
  waiting: 'Menunggu orang kedua',
  waitsFor: (who: string) => `Menunggu orang kedua: ${who}`,
  deleted: 'Pengguna berhasil dihapus',
  createFailed: 'Gagal membuat pengguna',
  updateFailed: 'Gagal memperbarui pengguna',
  deleteFailed: 'Gagal menghapus pengguna',
  revokeFailed: 'Gagal mengakhiri sesi',
  deniedRole: 'Hanya administrator dan finance yang dapat mengakses halaman ini.',
  yourRole: (role: string) => `Peran Anda: ${role}`,
} as const;

/** The single keys of /admin/users. */
export const KEYS = [
  ['/', 'Cari pengguna; Enter membuka yang pertama'],
  ['J', 'Buka pengguna pertama; di panel: berikutnya'],
  ['K', 'Pengguna sebelumnya (di panel)'],
] as const;

/** Texts of an open user. */
export const panelCopy = {
  title: 'Pengguna',
  missing: 'Pengguna ini tidak ada di daftar yang tampil',
  missingText: 'Cari nama atau emailnya, atau buka bagian lain dari daftar.',
  phone: 'Telepon',
  proved: (phone: string, isProved: boolean) =>
    `${phone} (${isProved ? 'terverifikasi' : 'belum terverifikasi'})`,
  danger: 'Tindakan berbahaya',
  clearFactorsText: 'Pemiliknya masuk dengan password saja, sampai mengaktifkannya lagi.',
  removeText: 'Akun ini tidak dapat dipakai lagi. Riwayatnya tetap tersimpan.',
} as const;

export const userDialogCopy = {
  addTitle: 'Tambah pengguna',
  editTitle: 'Ubah pengguna',
  name: 'Nama',
  email: 'Email',
  role: 'Peran',
  phone: 'Nomor telepon (WhatsApp)',
  phoneHint: 'Untuk masuk dan menerima kode reset.',
  phoneProvedHint: 'Sudah terverifikasi: diganti pemiliknya di profil, atau lewat Nomor hilang.',
  password: 'Password sementara',
  passwordHint: 'Minimal 6 karakter. Pengguna wajib menggantinya saat masuk.',
  newPassword: 'Password sementara baru',
  newPasswordHint:
    'Kosongkan bila tidak diganti. Bila diisi, pengguna dikeluarkan dan wajib menggantinya saat masuk.',
  secondPersonHint:
    'Tanpa verifikasi dua langkah, orang kedua (salah satunya admin) perlu meminta hal yang sama dalam 24 jam.',
  roleChangeHint: 'Bila peran berubah, pengguna dikeluarkan dan harus masuk lagi.',
  create: 'Simpan pengguna',
  save: 'Simpan perubahan',
  pending: 'Menyimpan...',
} as const;

export const clearFactorsCopy = {
  lead: (who: string) =>
    `${who} akan dikeluarkan dari semua perangkat dan dapat masuk dengan password saja, sampai verifikasi dua langkah diaktifkan lagi. Pemilik akun diberi tahu.`,
  ofAdmin: 'Untuk akun admin, admin lain harus meminta hal yang sama dalam 24 jam.',
  reason: 'Alasan',
  hint: 'Misalnya: ponsel hilang, identitas sudah dicocokkan lewat panggilan video.',
  required: 'Alasan harus diisi',
  pending: 'Menghapus...',
  cleared: 'Verifikasi dua langkah dihapus',
  waiting: 'Menunggu persetujuan admin lain',
  failed: 'Gagal menghapus verifikasi dua langkah',
} as const;

export const confirmCopy = {
  deleteTitle: 'Hapus pengguna',
  deleteText: 'Apakah Anda yakin ingin menghapus pengguna ini?',
  deletePending: 'Menghapus...',
  revokeTitle: 'Akhiri semua sesi',
  revokeText: 'Pengguna ini akan dikeluarkan dari semua perangkat dan harus masuk lagi. Lanjutkan?',
  revokePending: 'Memproses...',
} as const;
