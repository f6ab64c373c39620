const figure = (value: number) => value.toLocaleString('id-ID');

/** Texts of the offers of a pool. */
export const offersCopy = {
  caption: 'Tawaran kursi',
  search: 'Cari anak atau nomor',
  found: (count: number) => `${figure(count)} tawaran`,
  loading: 'Memuat tawaran...',
  loadFailed: 'Tawaran tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada kursi yang ditawarkan',
  emptyText: 'Kursi ditawarkan saat hasil diumumkan, atau dari daftar tunggu.',
  noneInFilter: 'Tidak ada tawaran seperti ini.',
  sorts: {
    '-created_at': 'Terbaru',
    created_at: 'Terlama',
    answer_until: 'Batas terdekat',
    '-answer_until': 'Batas terjauh',
  },
  views: 'Bagian tawaran',
  pool: 'Kelas',
  status: 'Status',
  due: 'Batas sampai',
  columns: {
    child: 'Anak',
    status: 'Status',
    until: 'Batas jawaban',
    why: 'Keterangan',
    actions: 'Aksi',
  },
  waitsForBilling: 'Menunggu jawaban keuangan',
  acceptedOn: (day: string) => `sejak ${day}`,
  releasedOn: (day: string) => `pada ${day}`,
  noDeadline: 'tanpa batas',
  extended: (count: number) => `diperpanjang ${figure(count)} kali`,
  extendedFully: 'sudah 3 kali diperpanjang, tidak dapat lagi',
  extend: 'Perpanjang',
  release: 'Lepas',
  on: (action: string, child: string) => `${action}: ${child}`,
} as const;

/** Texts of the dialog that gives a family more time. */
export const extendCopy = {
  title: (child: string) => `Perpanjang batas untuk ${child}`,
  now: (moment: string) => `Batas sekarang: ${moment}.`,
  noDeadline: 'Tawaran ini sekarang tanpa batas.',
  used: (count: number) => `Sudah diperpanjang ${figure(count)} dari 3 kali.`,
  day: 'Batas baru',
  dayHint: 'Selalu pukul 20.00. Bila hari itu libur, menjadi hari sekolah berikutnya.',
  dayWanted: 'Pilih hari sesudah batas yang sekarang',
  dayTooLate: (last: string) => `Kursi hanya ditawarkan sampai ${last}. Pilih tanggal itu atau sebelumnya.`,
  reason: 'Alasan',
  reasonHint: 'Misalnya menunggu surat pindah tugas. Tercatat dengan nama Anda.',
  reasonWanted: 'Alasan wajib diisi, paling sedikit 5 karakter',
  save: 'Perpanjang',
  pending: 'Menyimpan...',
  done: 'Batas diperpanjang',
  doneText: (child: string, moment: string) => `${child} sampai ${moment}.`,
  failed: 'Batas tidak dapat diperpanjang',
  again: 'Isian Anda masih ada. Periksa, lalu simpan sekali lagi.',
} as const;

/** Texts of the dialog that releases a seat. */
export const releaseCopy = {
  title: (child: string) => `Lepas kursi ${child}?`,
  open: 'Keluarga tidak dapat lagi daftar ulang, dan kursinya ditawarkan ke keluarga berikutnya. Tindakan ini tidak dapat dibatalkan.',
  accepted:
    'Daftar ulang yang belum diproses ikut ditolak dengan alasan ini. Bila daftar ulang sudah diproses atau ada pembayaran yang terverifikasi, kursi tetap dipegang keluarga ini.',
  reason: 'Alasan',
  reasonHint: 'Dibaca staf, dan keluarga yang daftar ulangnya ikut ditolak.',
  reasonWanted: 'Alasan wajib diisi, paling sedikit 5 karakter',
  send: 'Lepas kursi',
  pending: 'Melepas...',
  done: 'Kursi sedang dilepas',
  doneText: 'Menunggu jawaban keuangan.',
  failed: 'Kursi tidak dapat dilepas',
  again: 'Alasan Anda masih ada. Periksa, lalu kirim sekali lagi bila masih perlu.',
} as const;
