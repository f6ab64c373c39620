/** Beside a child that is younger or older than the school suggests for the level. */
export const AGE_NOTED = 'Usia di luar anjuran';

/** Beside a child whose NIK another child has too: one of the two may be a mistake, or made twice. */
export const NIK_DUPLICATE = 'NIK ganda, perlu diperiksa';

/** Beside a child whose family has another one of the same name and birth date. */
export const SAME_CHILD = 'Mungkin anak yang sama';

/** Texts of /admin/registration. */
export const listCopy = {
  search: 'Cari nama anak, orang tua, telepon, jenjang...',
  searchLabel: 'Cari pendaftaran menurut nama anak, nama orang tua, telepon, atau jenjang',
  views: {
    label: 'Bagian daftar',
    queue: 'Antrean saya',
    unpaid_week: 'Belum bayar > 7 hari',
    observation_week: 'Observasi pekan ini',
    to_choose_slot: 'Menunggu pilih jadwal',
    rejected: 'Ditolak',
    all: 'Semua',
  },
  unpaidDays: 'Lama tidak berubah',
  overDays: { 7: 'lebih dari 7 hari' },
  observationWeek: 'Observasi',
  thisWeek: { 1: 'pekan ini' },
  slotChoice: 'Jadwal observasi',
  slotWaits: { 1: 'menunggu dipilih' },
  filters: 'Saring dan urutkan',
  paymentFilter: 'Status pembayaran',
  everyPayment: 'Semua status',
  stageFilter: 'Tahap',
  everyStage: 'Semua tahap',
  nikFilter: 'NIK',
  everyNik: 'Semua NIK',
  sharedNik: 'NIK ganda',
  sameFilter: 'Kesamaan anak',
  everyChild: 'Semua anak',
  sameChild: SAME_CHILD,
  sorts: {
    '-created_at': 'Terbaru dahulu',
    created_at: 'Terlama dahulu',
    child_name: 'Nama anak A–Z',
    '-child_name': 'Nama anak Z–A',
    '-updated_at': 'Baru diubah dahulu',
    updated_at: 'Lama tidak diubah dahulu',
    payment_since: 'Tunggu terlama dahulu',
    '-payment_since': 'Tunggu terbaru dahulu',
  },
  withCount: (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${count.toLocaleString('id-ID')})`,
  observationUntil: 'Observasi sampai',
  loading: 'Memuat data pendaftaran...',
  loadFailed: 'Data pendaftaran tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  found: (count: number) => `${count.toLocaleString('id-ID')} pendaftaran`,
  empty: 'Belum ada pendaftaran.',
  noneInFilter: 'Tidak ada pendaftaran dengan saringan ini.',
  caption: 'Pendaftaran',
  columns: {
    select: 'Pilih',
    child: 'Nama anak',
    parent: 'Orang tua / kontak',
    level: 'Jenjang / kelas',
    payment: 'Status pembayaran',
    fee: 'Biaya',
    wait: 'Tunggu',
    stage: 'Tahap',
    date: 'Tanggal daftar',
    actions: 'Aksi',
  },
  documentsOf: (done: number, of: number) => `Dokumen ${done}/${of}`,
  selectAll: 'Pilih semua di halaman ini',
  selectOne: (child: string) => `Pilih ${child}`,
  minutes: (count: number) => `${count} mnt`,
  hours: (count: number) => `${count} jam`,
  days: (count: number) => `${count} hari`,
  open: 'Lihat Detail',
  openOf: (child: string) => `Lihat Detail: ${child}`,
} as const;

/** Texts of the export. */
export const exportCopy = {
  personal: 'dengan NIK dan No. KK',
  file: 'pendaftaran',
  failed: 'Gagal mengekspor pendaftaran',
} as const;

/** The single keys of /admin/registration. */
export const KEYS = [
  ['/', 'Cari pendaftaran'],
  ['J', 'Pendaftaran berikutnya (di detail)'],
  ['K', 'Pendaftaran sebelumnya (di detail)'],
  ['V', 'Verifikasi pembayaran (di detail)'],
  ['T', 'Tolak pembayaran (di detail)'],
  ['1–4', 'Tolak dengan alasan cepat (di panel bukti)'],
  ['F', 'Buka bukti penuh (di panel bukti)'],
  ['Z', 'Urungkan keputusan terakhir'],
] as const;
