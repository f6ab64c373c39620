/** Texts of the form of a draft (admission workflow §2, /admin/announcements/create and /edit). */
export const editorCopy = {
  about: 'Tentang pengumuman',
  title: 'Judul',
  titleHint: 'Contoh: Pengumuman Hasil Observasi SD Gelombang 1',
  period: 'Periode observasi',
  periodHint: 'Contoh: 16–20 November 2026',
  level: 'Jenjang',
  chooseLevel: 'Pilih jenjang',
  content: 'Isi pengumuman',
  contentHint: 'Dibaca semua keluarga dalam pengumuman ini. Hal tentang seorang anak ditulis di catatannya.',
  required: {
    title: 'Judul harus diisi',
    content: 'Isi pengumuman harus diisi',
    period: 'Periode observasi harus diisi',
    level: 'Jenjang harus dipilih',
  },
  atMost: (max: number) => `Paling banyak ${max.toLocaleString('id-ID')} karakter`,
  back: 'Kembali',
  save: 'Simpan draf',
  saving: 'Menyimpan...',
  loading: 'Memuat pengumuman...',
  loadFailed: 'Pengumuman tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  missing: 'Pengumuman tidak ada. Alamatnya mungkin keliru.',
  locked: {
    pending_review: 'Pengumuman ini sedang menunggu review, jadi isinya tidak dapat diubah.',
    approved: 'Pengumuman ini sudah disetujui, jadi isinya tidak dapat diubah.',
    rejected: 'Pengumuman ini ditolak. Ambil kembali menjadi draf untuk mengubahnya.',
    published: 'Pengumuman ini sudah diterbitkan, jadi isinya tidak dapat diubah.',
  },
  view: 'Lihat pengumuman',
  toList: 'Kembali ke daftar',
  revise: 'Revisi',
  reviewNotes: 'Catatan review',
} as const;

/** Texts of the students' table. */
export const studentsCopy = {
  title: 'Siswa yang menunggu pengumuman',
  chooseFirst: 'Pilih jenjang untuk melihat siswa yang menunggu.',
  loading: 'Memuat daftar siswa...',
  loadFailed: 'Daftar siswa tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  none: 'Belum ada siswa yang menunggu pengumuman di jenjang ini.',
  intro: 'Setiap hasil dimulai sebagai Lulus. Periksa satu per satu; yang belum diperiksa diberi tanda.',
  postponed: 'Siswa yang ditunda tidak masuk pengumuman ini dan tetap menunggu.',
  keys: 'Papan ketik: panah kiri/kanan mengganti hasil, panah atas/bawah pindah siswa, Spasi menandai sudah diperiksa.',
  search: 'Cari siswa...',
  searchLabel: 'Cari siswa menurut nama, nomor pendaftaran, atau kelas',
  show: 'Tampilkan',
  views: {
    all: 'Semua siswa',
    unseen: 'Belum diperiksa',
    passed: 'Lulus',
    failed: 'Tidak Lulus',
    left_out: 'Ditunda',
  },
  noMatch: 'Tidak ada siswa yang sesuai.',
  answers: { passed: 'Lulus', failed: 'Tidak Lulus', left_out: 'Tunda' },
  markAll: (answer: string) => `Tandai semua ${answer}`,
  markShown: (count: number, answer: string) =>
    `Tandai ${count.toLocaleString('id-ID')} yang tampil ${answer}`,
  undo: 'Urungkan tandai semua',
  counts: (of: { total: number; passed: number; failed: number; left_out: number }) =>
    `${of.total.toLocaleString('id-ID')} siswa: ${of.passed.toLocaleString('id-ID')} lulus, ${of.failed.toLocaleString('id-ID')} tidak lulus, ${of.left_out.toLocaleString('id-ID')} ditunda`,
  unseen: (count: number) => `${count.toLocaleString('id-ID')} belum diperiksa`,
  allSeen: 'Semua sudah diperiksa',
  columns: {
    student: 'Siswa',
    class: 'Kelas',
    result: 'Hasil',
    note: 'Catatan (opsional)',
    check: 'Pemeriksaan',
  },
  resultOf: (name: string) => `Hasil ${name}`,
  notePlaceholder: 'Catatan',
  noteOf: (name: string) => `Catatan untuk ${name}`,
  seen: 'Diperiksa',
  notSeen: 'Belum diperiksa',
  more: (count: number) => `Tampilkan ${count.toLocaleString('id-ID')} lagi`,
  tooMany: (max: number) => `Paling banyak ${max.toLocaleString('id-ID')} siswa dalam satu pengumuman.`,
} as const;

/** Texts of what is kept, left, and changed by somebody else. */
export const draftCopy = {
  title: 'Lanjutkan draf?',
  text: (moment: string) => `Ada isian yang belum disimpan dari ${moment} di perangkat ini.`,
  resume: 'Lanjutkan draf',
  drop: 'Buang draf',
  saved: (time: string) => `Tersimpan di perangkat ini ${time}`,
} as const;

export const leaveCopy = {
  title: 'Tinggalkan halaman?',
  text: 'Perubahan Anda belum disimpan.',
  leave: 'Tinggalkan',
  stay: 'Batal',
} as const;

export const staleCopy = {
  title: 'Draf sudah diubah',
  kept: 'Isian Anda masih ada. Pilih mana yang dipakai.',
  locked: 'Pengumuman ini bukan draf lagi, jadi isian Anda tidak dapat disimpan.',
  mine: 'Simpan isian saya',
  theirs: 'Pakai data terbaru',
} as const;
