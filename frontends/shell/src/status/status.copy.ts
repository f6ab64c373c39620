/** Texts of /status. */
export const statusCopy = {
  cards: [
    { label: 'Status akun', value: 'Aktif', tone: 'success' },
    { label: 'Tahap saat ini', value: 'Profil', tone: 'attention' },
    { label: 'Tahap berikutnya', value: 'Pendaftaran', tone: 'neutral' },
  ],
  progressTitle: 'Perjalanan pendaftaran',
  states: { done: 'Selesai', current: 'Sedang berjalan', waiting: 'Menunggu' },
  steps: [
    { label: 'Registrasi akun', state: 'done' },
    { label: 'Lengkapi profil', state: 'current' },
    { label: 'Pendaftaran siswa', state: 'waiting' },
    { label: 'Verifikasi dokumen', state: 'waiting' },
    { label: 'Pengumuman hasil', state: 'waiting' },
  ],
  /** The stages as the cards name them. */
  stages: ['Akun', 'Profil', 'Pendaftaran', 'Dokumen', 'Hasil'],
  figure: (done: number, of: number) => `${done} dari ${of}`,
  tipsTitle: 'Tips melengkapi profil orang tua',
  tips: [
    'Siapkan KTP ayah dan ibu sebelum mengisi.',
    'Tulis nama sesuai KTP, bukan nama panggilan.',
    'Cantumkan nomor WhatsApp yang aktif; kabar penting dikirim ke sana.',
    'Periksa kembali alamat sampai tingkat kelurahan/desa.',
  ],
} as const;
