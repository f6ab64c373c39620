/** Texts of the form of a draft. */
export const editorCopy = {
  draftSaved: (time: string) => `Tersimpan ${time} di perangkat ini`,
  draftStored: (time: string) => `Draf tersimpan ${time}`,
  notStored: (why: string) => `Belum tersimpan di server: ${why}`,
  seatsExceeded: 'Lebih banyak diterima daripada sisa kursi',
  unexamined: (count: number) => `${count.toLocaleString('id-ID')} siswa belum diperiksa`,
  openFacts: 'Ubah isi',
  closeFacts: 'Selesai mengubah isi',
  submit: 'Ajukan ke Kepala Sekolah',
  keys: (answers: number) =>
    `↑ ↓ siswa · 1–${answers} hasil · N catatan, Esc kembali · Spasi sudah diperiksa`,
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
    pending_review: 'Pengumuman ini sedang menunggu tinjauan, jadi isinya tidak dapat diubah.',
    approved: 'Pengumuman ini sudah disetujui, jadi isinya tidak dapat diubah.',
    rejected: 'Pengumuman ini ditolak. Ambil kembali menjadi draf untuk mengubahnya.',
    published: 'Pengumuman ini sudah diterbitkan, jadi isinya tidak dapat diubah.',
  },
  view: 'Lihat pengumuman',
  toList: 'Kembali ke daftar',
  revise: 'Revisi',
  reviewNotes: 'Catatan tinjauan',
} as const;

/** Texts about throwing a draft away. */
export const discardCopy = {
  discard: 'Buang draf',
  title: 'Buang draf ini?',
  text: (students: number) =>
    students === 0
      ? 'Isinya hilang dan tidak dapat dikembalikan.'
      : `Isi dan hasil ${students.toLocaleString('id-ID')} siswa di dalamnya hilang dan tidak dapat dikembalikan. Siswanya kembali menunggu pengumuman.`,
  pending: 'Membuang...',
  done: ['Draf dibuang', 'Siswanya dapat dimasukkan ke pengumuman lain.'],
  failed: 'Draf tidak dapat dibuang',
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
  search: 'Cari siswa...',
  searchLabel: 'Cari siswa menurut nama, nomor pendaftaran, atau kelas',
  show: 'Tampilkan',
  views: {
    all: 'Semua',
    unseen: 'Belum diperiksa',
    passed: 'Lulus',
    failed: 'Tidak Lulus',
    waitlisted: 'Cadangan',
    left_out: 'Ditunda',
  },
  noMatch: 'Tidak ada siswa yang sesuai.',
  answers: { passed: 'Lulus', failed: 'Tidak Lulus', waitlisted: 'Cadangan', left_out: 'Tunda' },
  shortAnswers: { passed: 'Lulus', failed: 'Tidak', waitlisted: 'Cadangan', left_out: 'Tunda' },
  seats: (label: string, free: number, passed: number) =>
    `Sisa kursi ${label}: ${free.toLocaleString('id-ID')} · dipilih diterima: ${passed.toLocaleString('id-ID')}`,
  tooManySeats: 'Ubah sebagian hasilnya menjadi Cadangan sebelum mengajukan.',
  bulk: (count: number) => `Yang tampil (${count.toLocaleString('id-ID')})`,
  markAs: (answer: string) => `Jadikan ${answer}`,
  markSeen: 'Tandai sudah diperiksa',
  undo: 'Urungkan',
  counts: (of: { total: number; passed: number; failed: number; waitlisted: number; left_out: number }) =>
    `${of.total.toLocaleString('id-ID')} siswa: ${of.passed.toLocaleString('id-ID')} lulus, ${of.failed.toLocaleString('id-ID')} tidak lulus, ${of.waitlisted > 0 ? `${of.waitlisted.toLocaleString('id-ID')} cadangan, ` : ''}${of.left_out.toLocaleString('id-ID')} ditunda`,
  unseenView: (count: number) => `Belum diperiksa ${count.toLocaleString('id-ID')}`,
  unseen: (count: number) => `${count.toLocaleString('id-ID')} belum diperiksa`,
  allSeen: 'Semua sudah diperiksa',
  columns: {
    student: 'Siswa',
    result: 'Hasil',
    note: 'Catatan untuk keluarga (opsional)',
    check: 'Diperiksa',
  },
  resultOf: (name: string) => `Hasil ${name}`,
  notePlaceholder: 'Tulis catatan',
  noteOf: (name: string) => `Catatan untuk ${name}`,
  checkOf: (name: string) => `Sudah diperiksa: ${name}`,
  more: (count: number) => `Tampilkan ${count.toLocaleString('id-ID')} lagi`,
  tooMany: (max: number) => `Paling banyak ${max.toLocaleString('id-ID')} siswa dalam satu pengumuman.`,
} as const;

/** Texts of the preview beside the rows. */
export const previewCopy = {
  label: 'Pratinjau untuk keluarga',
  title: (name: string) => `Begini keluarga ${name} membacanya`,
  place: (place: number, total: number) =>
    `${place.toLocaleString('id-ID')}/${total.toLocaleString('id-ID')}`,
  ways: 'Cara keluarga membacanya',
  portal: 'Portal',
  whatsapp: 'WhatsApp',
  letter: 'Surat',
  leftOut: 'Ditunda: keluarga ini belum menerima pengumuman dan tetap menunggu.',
} as const;

const rowsOf = (count: number) => `${count.toLocaleString('id-ID')} baris`;

/** Texts of the sheet that takes rows from a spreadsheet. */
export const pasteCopy = {
  open: 'Tempel dari Excel',
  title: 'Tempel dari Excel',
  label: 'Baris dari lembar kerja',
  hint: 'Salin kolom nama atau nomor pendaftaran, hasil, dan catatan, lalu tempel di sini. Belum ada yang diterapkan.',
  leftOut: 'Tunda',
  otherName: (name: string) => `(nomor dipakai; di lembar tertulis ${name})`,
  line: (line: number) => `baris ${line.toLocaleString('id-ID')}`,
  found: (recognised: number, problems: number) =>
    `${rowsOf(recognised)} dikenali, ${rowsOf(problems)} tidak diterapkan.`,
  noResults:
    'Kolom hasil tidak jelas. Beri judul kolomnya "Hasil", dengan isi Lulus, Tidak Lulus, atau Tunda, lalu tempel lagi.',
  recognised: (count: number) => `Dikenali (${count.toLocaleString('id-ID')})`,
  problems: {
    namesakes: (count: number) =>
      `Nama yang sama dimiliki beberapa siswa; sertakan nomor pendaftarannya (${count.toLocaleString('id-ID')})`,
    twice: (count: number) => `Siswa yang sama di beberapa baris (${count.toLocaleString('id-ID')})`,
    no_result: (count: number) => `Hasilnya tidak dikenali (${count.toLocaleString('id-ID')})`,
    too_long: (count: number) => `Catatannya terlalu panjang (${count.toLocaleString('id-ID')})`,
    unknown: (count: number) => `Tidak ditemukan di daftar ini (${count.toLocaleString('id-ID')})`,
  },
  cancel: 'Batal',
  apply: (count: number) => `Terapkan ${count.toLocaleString('id-ID')} hasil`,
} as const;

export const staleCopy = {
  title: 'Draf sudah diubah',
  locked: 'Pengumuman ini bukan draf lagi, jadi isian Anda tidak dapat disimpan.',
} as const;
