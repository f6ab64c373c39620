import { formatRupiah } from '@gerbang/web-kit/page/format';

/** Texts of /admin/import. */
export const importsCopy = {
  drop: 'Letakkan daftar anak di sini: Excel (.xlsx) atau CSV, paling banyak 2.000 baris dan 5 MB.',
  choose: 'Pilih berkas',
  sending: (percent: number) => `Mengirim... ${percent}%`,
  reading: 'Membaca daftar...',
  readingLate:
    'Daftar ini belum selesai dibaca, lebih lama dari biasanya. Portal terus mencobanya dan belum ada yang ditulis. Kalau tetap begini, unggah daftarnya sekali lagi (yang ini boleh ditinggalkan), atau beri tahu IT.',
  sample: 'Unduh contoh',
  sampleFailed: 'Contoh belum dapat diunduh',
  uploadFailed: 'Daftar tidak terbaca',
  former: 'Daftar yang pernah diunggah',
  none: 'Belum ada daftar',
  noneText:
    'Unduh contohnya, isi, lalu letakkan di sini. Sebelum Anda menekan Mulai impor tidak ada yang ditulis.',
  loading: 'Memuat daftar',
  loadFailed: 'Daftar gagal dimuat. Periksa koneksi Anda, lalu coba lagi.',
  by: (name: string, day: string) => `${name}, ${day}`,
  someone: 'Staf',
  back: 'Daftar lain',
  states: 'Keadaan',
  counts: 'Hasil baris',
  ready: (count: number) => `${count} baris akan diimpor`,
  mapping: 'Pemetaan kolom',
  mappingOf: (heading: string) => `Kolom ${heading} dibaca sebagai`,
  unread: 'Tidak dipakai',
  mapFailed: 'Pemetaan tidak berubah',
  seats: 'Baris dan tempat',
  rows: 'Baris daftar',
  noRows: 'Tidak ada baris di bagian ini.',
  columns: {
    n: 'Baris',
    child: 'Anak',
    status: 'Hasil',
    reasons: 'Keterangan',
    actions: 'Tindakan',
  },
  noName: 'Tanpa nama',
  hidden: 'Tersembunyi di berkas',
  leftOut: 'Ditinggalkan',
  decided: 'Anak tersendiri',
  edit: 'Perbaiki',
  editOf: (n: number) => `Perbaiki baris ${n}`,
  leave: 'Tinggalkan',
  leaveOf: (n: number) => `Tinggalkan baris ${n}`,
  take: 'Ikutkan',
  takeOf: (n: number) => `Ikutkan baris ${n}`,
  own: 'Anak lain, ikutkan',
  ownOf: (n: number) => `Baris ${n} anak lain, ikutkan`,
  save: 'Simpan baris',
  saving: 'Menyimpan...',
  cancel: 'Batal',
  rowFailed: 'Baris tidak berubah',
  previous: 'Sebelumnya',
  next: 'Berikutnya',
  result: 'Unduh dengan keterangan',
  resultFailed: 'Daftar belum dapat diunduh',
  outcomes: {
    imported: 'Diimpor',
    skipped: 'Dilewati',
    failed: 'Gagal',
    undone: 'Dibatalkan',
    kept: 'Tetap ada',
  },
  progress: 'Kemajuan impor',
  progressText: (done: number, of: number, minutes: number | null) =>
    `${done} dari ${of} baris${minutes === null ? '' : `, kira-kira ${minutes} menit lagi`}`,
  ended: (imported: number, failed: number) =>
    `${imported} baris diimpor${failed > 0 ? `, ${failed} gagal` : ''}.`,
} as const;

/** Texts of what is done with an import. */
export const actionsCopy = {
  start: {
    action: 'Mulai impor',
    title: 'Mulai impor?',
    pending: 'Memulai...',
    failed: 'Impor belum dimulai',
  },
  startText: (ready: number, look: number) =>
    `${ready} baris menjadi keluarga, anak, dan pendaftaran. Tidak ada pesan yang dikirim.${
      look > 0 ? ` ${look} baris yang perlu dilihat ditinggalkan.` : ''
    }`,
  continue: 'Lanjutkan impor',
  started: ['Impor dimulai', 'Anda boleh meninggalkan halaman ini.'],
  stop: { action: 'Hentikan', pending: 'Menghentikan...', failed: 'Impor tidak berhenti' },
  undo: {
    action: 'Batalkan impor',
    title: 'Batalkan impor?',
    pending: 'Membatalkan...',
    failed: 'Impor tidak dibatalkan',
  },
  undoText: (until: string) =>
    `Keluarga, anak, dan pendaftaran yang belum disentuh siapa pun dihapus bersama akunnya. Yang sudah disentuh tetap ada. Dapat dilakukan sampai ${until}.`,
  undone: 'Impor dibatalkan',
  undoneText: (families: number, children: number, registrations: number, stays: number) =>
    `${families} keluarga, ${children} anak, dan ${registrations} pendaftaran dihapus; ${stays} baris tetap ada.`,
  test: { action: 'Kirim pesan uji ke saya', pending: 'Mengirim...', failed: 'Pesan uji tidak dikirim' },
  tested: ['Pesan uji dikirim', 'Periksa WhatsApp Anda, lalu undang keluarganya.'],
  invite: {
    action: (count: number) => `Undang ${count} keluarga`,
    title: (count: number) => `Undang ${count} keluarga?`,
    pending: 'Mengundang...',
    failed: 'Undangan tidak dikirim',
  },
  inviteText:
    'Setiap keluarga mendapat satu pesan untuk membuat kata sandi, antara pukul 07.00 dan 20.00. Yang sudah diundang tidak dikirimi lagi.',
  invited: 'Undangan dikirim',
  invitedText: (count: number) => `${count} keluarga diundang.`,
  settle: {
    action: (count: number) => `Tandai lunas ${count} biaya`,
    title: (count: number) => `Tandai lunas ${count} biaya?`,
    pending: 'Menandai...',
    failed: 'Biaya tidak ditandai',
  },
  settleText: (sum: number) =>
    `Biaya pendaftaran yang menurut daftar sudah dibayar, ${formatRupiah(sum)}, menjadi terverifikasi dengan tanggal dan cara seperti tertulis. Di atas Rp10 juta orang kedua menekan tombol yang sama.`,
  counting: 'Menghitung biaya...',
  nothingDue: 'Tidak ada biaya di daftar ini yang perlu ditandai lunas.',
  settled: 'Biaya ditandai lunas',
  settledText: (count: number, sum: number) => `${count} biaya, ${formatRupiah(sum)}.`,
  waiting: 'Menunggu orang kedua',
  waitingText: (count: number, sum: number) =>
    `${count} biaya, ${formatRupiah(sum)}. Orang lain dari keuangan atau Administrator menandainya dengan tautan halaman ini.`,
  link: (address: string) => `Tautan halaman ini, untuk keuangan: ${address}`,
  copyLink: 'Salin tautan',
  copyLinkLabel: 'Salin tautan untuk keuangan',
  linkCopied: 'Tautan disalin',
  financeLead:
    'Daftar ini dibuka untuk menandai biayanya lunas. Isinya hanya dilihat Tata Usaha dan Administrator.',
  noLink: 'Buka halaman ini dengan tautan dari Tata Usaha atau Administrator.',
} as const;
