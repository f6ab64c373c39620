import type { WaveRoom } from '@gerbang/domain/waves';

const ROOM: Readonly<Record<WaveRoom, string>> = {
  banyak: 'Tempat masih banyak',
  sedikit: 'Tempat tinggal sedikit',
  penuh: 'Tempat sudah penuh',
};

/** Texts of /admin/waves. */
export const wavesCopy = {
  year: 'Tahun ajaran',
  add: 'Tambah gelombang',
  loading: 'Memuat gelombang...',
  loadFailed: 'Gelombang tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada gelombang',
  emptyText: (year: string) =>
    `Pendaftaran ${year} terbuka selama sekolah dibuka. Dengan gelombang, pendaftaran suatu jenjang hanya diterima pada waktunya dan sebanyak tempatnya.`,
  unlimited: (levels: string) => `Tanpa gelombang, menerima pendaftaran kapan saja: ${levels}.`,
  list: (level: string) => `Gelombang ${level}`,
  today: 'Hari ini',
  cancelled: 'Dibatalkan',
  room: ROOM,
  noMost: 'Jumlah pendaftar tidak dibatasi',
  most: (count: number) => `Paling banyak ${count.toLocaleString('id-ID')} pendaftar`,
  fee: (fee: string) => `Biaya pendaftaran ${fee}`,
  ownFee: (fee: string, by: string) => `Biaya sendiri ${fee}, dipastikan ${by}`,
  feeWaits: (own: string, owed: string, by: string) =>
    `Biaya sendiri ${own}, diisi ${by}, belum dipastikan orang lain. Sampai itu berlaku ${owed}.`,
  period: (period: string) => `Periode pembayaran ${period}`,
  edit: 'Ubah',
  cancel: 'Batalkan',
  restore: 'Pulihkan',
  remove: 'Hapus',
  confirm: 'Pastikan biaya',
  withdraw: 'Tarik kepastian biaya',
  actionOn: (action: string, wave: string) => `${action}: ${wave}`,
  somebody: 'staf',
} as const;

/** Texts of the questions before a wave is cancelled, deleted or priced. */
export const decideWaveCopy = {
  cancel: {
    title: (wave: string) => `Batalkan ${wave}?`,
    text: 'Gelombang ini tidak lagi menerima atau membatasi pendaftaran. Pendaftaran yang sudah ada tetap. Anda dapat memulihkannya.',
    done: 'Gelombang dibatalkan',
    failed: 'Gelombang tidak dapat dibatalkan',
  },
  restore: {
    title: (wave: string) => `Pulihkan ${wave}?`,
    text: 'Gelombang ini kembali menentukan kapan dan berapa pendaftaran diterima.',
    done: 'Gelombang dipulihkan',
    failed: 'Gelombang tidak dapat dipulihkan',
  },
  remove: {
    title: (wave: string) => `Hapus ${wave}?`,
    text: 'Hanya gelombang tanpa pendaftaran yang dapat dihapus. Tindakan ini tidak dapat dibatalkan.',
    done: 'Gelombang dihapus',
    failed: 'Gelombang tidak dapat dihapus',
  },
  confirm: {
    title: (wave: string) => `Pastikan biaya ${wave}?`,
    text: 'Pendaftaran baru di gelombang ini membayar biaya tersebut. Pendaftaran yang sudah ada tidak berubah.',
    done: 'Biaya gelombang berlaku',
    failed: 'Biaya tidak dapat dipastikan',
  },
  withdraw: {
    title: (wave: string) => `Tarik kepastian biaya ${wave}?`,
    text: 'Pendaftaran baru kembali membayar biaya jenjang. Pendaftaran yang sudah ada tidak berubah.',
    done: 'Kepastian biaya ditarik',
    failed: 'Kepastian biaya tidak dapat ditarik',
  },
  doneText: 'Sudah tersimpan.',
  pending: 'Menyimpan...',
  back: 'Kembali',
} as const;

export const waveFormCopy = {
  addTitle: 'Tambah gelombang',
  editTitle: 'Ubah gelombang',
  jenjang: 'Jenjang',
  chooseJenjang: 'Pilih jenjang',
  jenjangMissing: 'Jenjang harus dipilih',
  name: 'Nama gelombang',
  nameHint: 'Misalnya Gelombang 1 atau Jalur prestasi.',
  nameMissing: 'Nama gelombang harus diisi',
  nameLong: 'Paling banyak 60 karakter',
  opensDay: 'Dibuka tanggal',
  opensTime: 'Dibuka pukul',
  closesDay: 'Ditutup tanggal',
  closesTime: 'Ditutup pukul',
  dayMissing: 'Tanggal harus diisi',
  timeMissing: 'Jam harus diisi',
  order: 'Waktu tutup harus setelah waktu buka',
  most: 'Jumlah pendaftar terbanyak',
  mostHint: 'Kosongkan bila tidak dibatasi.',
  mostWrong: 'Isi dengan angka 1 sampai 10.000',
  fee: 'Biaya pendaftaran sendiri',
  feeHint: 'Kosongkan bila sama dengan biaya jenjang. Berlaku setelah dipastikan keuangan atau admin lain.',
  period: 'Periode pembayaran',
  periodHint: 'Menjadi usulan saat skema pembayaran dibuat.',
  noPeriod: 'Tanpa usulan',
  note: 'Catatan untuk staf',
  noteLong: 'Paling banyak 300 karakter',
  save: 'Simpan',
  saved: 'Gelombang tersimpan',
  failed: 'Gelombang tidak dapat disimpan',
} as const;
