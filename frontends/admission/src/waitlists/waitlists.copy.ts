import { RELEASE_CAUSE_LABELS, type ReleaseCause } from '@gerbang/domain/offers';
import { numberWord } from '@gerbang/domain/waitlist';

const figure = (value: number) => value.toLocaleString('id-ID');

/** Texts of a waiting list as staff see it. */
export const listCopy = {
  caption: (label: string) => `Daftar tunggu ${label}`,
  exportFile: 'daftar-tunggu',
  columns: {
    position: 'Urutan',
    child: 'Anak',
    since: 'Menunggu sejak',
    sentence: 'Boleh disampaikan lewat telepon',
    actions: 'Aksi',
  },
  state: 'Keadaan',
  everyState: 'Semua keadaan',
  states: { proposed: 'Usulan prioritas', priority: 'Prioritas dipastikan', asked: 'Belum menjawab' },
  sorts: { position: 'Urutan daftar', joined_at: 'Menunggu paling lama', child_name: 'Nama anak' },
  figure,
  confirmed: (day: string) => `memastikan ${day}`,
  asked: (day: string) => `ditanya ${day}, belum menjawab`,
  proposed: (label: string) => `Diusulkan: ${label}`,
  feeOwed: 'Biaya belum terverifikasi',
  loading: 'Memuat daftar tunggu...',
  loadFailed: 'Daftar tunggu tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Tidak ada yang menunggu',
  emptyText: 'Anak dengan hasil Cadangan masuk ke sini saat pengumuman diterbitkan.',
  search: 'Cari anak atau nomor',
  found: (count: number, of: number) =>
    count === of ? `${figure(of)} menunggu` : `${figure(count)} dari ${figure(of)} menunggu`,
  none: 'Tidak ada hasil yang sesuai dengan pencarian dan saringan.',
  more: (count: number) => `Tampilkan ${figure(count)} berikutnya`,
  full: 'Semua kursi sudah ditawarkan atau diambil.',
  over: 'Masa penawaran kursi ini sudah selesai.',
  allOwe: 'Kursi ditawarkan setelah biaya pendaftaran yang menunggu terverifikasi lagi.',
  offerNext: (count: number) => `Tawarkan ${figure(count)} kursi berikutnya`,
  offerOne: 'Tawarkan',
  offerOneTo: (child: string) => `Tawarkan kursi: ${child}`,
  priorities: 'Prioritas',
  prioritiesOf: (child: string) => `Prioritas: ${child}`,
  close: 'Tutup daftar tunggu',
} as const;

/** Texts of the dialogs in which seats are offered. */
export const offerCopy = {
  nextTitle: (label: string) => `Tawarkan kursi ${label}`,
  count: 'Jumlah kursi',
  countHint: (most: number) => `Paling banyak ${figure(most)} sekarang.`,
  countWrong: (most: number) => `Isi dengan angka 1 sampai ${figure(most)}`,
  receivers: 'Kursi ditawarkan kepada:',
  held: (days: number) =>
    `Keluarga menerima pesan sekarang. Kursi ditahan ${figure(days)} hari, sampai pukul 20.00 hari sekolah.`,
  send: (count: number) => `Tawarkan ${figure(count)} kursi`,
  pending: 'Menawarkan...',
  done: (count: number) => `${figure(count)} kursi ditawarkan`,
  failed: 'Kursi tidak dapat ditawarkan',
  exceeded: (free: number) =>
    free > 0
      ? `Kursi bebas tinggal ${figure(free)}. Kurangi jumlahnya, lalu tawarkan lagi.`
      : 'Tidak ada kursi bebas lagi. Tunggu kursi yang lepas, atau naikkan batasnya.',
  closed: (message: string) => `${message} Ubah tanggal "Kursi ditawarkan sampai" bila masih perlu.`,
  gone: (message: string) => `${message} Daftar sudah dimuat ulang.`,
  oneTitle: (child: string) => `Tawarkan kursi kepada ${child}?`,
  first: 'Keluarga ini yang pertama dalam urutan.',
  skips: (position: number, of: number) =>
    `Urutan ${figure(position)} dari ${figure(of)}: ${numberWord(position - 1)} keluarga di atasnya dilewati. Alasan dan nama Anda tercatat di Peristiwa.`,
  reason: 'Alasan',
  reasonHint: 'Misalnya keputusan rapat penerimaan dan tanggalnya.',
  reasonWanted: 'Alasan wajib diisi, paling sedikit 5 karakter',
  one: 'Tawarkan kursi',
} as const;

/** Texts of the dialog that ends a list. */
export const closeCopy = {
  title: (label: string) => `Tutup daftar tunggu ${label}?`,
  text: (count: number) =>
    `${figure(count)} anak yang menunggu tidak mendapat kursi, dan keluarganya diberi tahu satu kali. Tindakan ini tidak dapat dibatalkan.`,
  sure: (count: number) => `Saya mengerti: ${figure(count)} keluarga tidak lagi menunggu`,
  sureWanted: 'Centang bahwa Anda mengerti akibatnya',
  reason: 'Alasan',
  reasonHint: 'Misalnya tahun ajaran sudah dimulai. Dapat dibaca staf di Peristiwa.',
  reasonWanted: 'Alasan wajib diisi, paling sedikit 5 karakter',
  send: 'Tutup daftar tunggu',
  pending: 'Menutup...',
  done: 'Daftar tunggu ditutup',
  doneText: (count: number) => `${figure(count)} keluarga diberi tahu.`,
  failed: 'Daftar tunggu tidak dapat ditutup',
  stale: 'Aturan atau kursi kelas ini baru saja diubah. Periksa, lalu tutup sekali lagi bila masih perlu.',
} as const;

/** Texts of a pool's events. */
export const eventsCopy = {
  caption: (label: string) => `Peristiwa ${label}`,
  columns: { at: 'Waktu', what: 'Peristiwa', who: 'Oleh' },
  loading: 'Memuat peristiwa...',
  loadFailed: 'Peristiwa tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Belum ada peristiwa',
  emptyText: 'Setiap perubahan kursi, aturan, dan urutan dicatat di sini.',
  portal: 'Portal',
  why: (note: string) => `Alasan: ${note}`,
  children: (count: number, child: string | null) => child ?? `${figure(count)} anak`,
  families: (count: number, child: string | null) => child ?? `${figure(count)} keluarga`,
  joined: (who: string) => `${who} masuk daftar tunggu`,
  joinedAbove: (who: string) => `${who} masuk daftar menurut aturan prioritas; nomor di bawahnya turun`,
  promoted: (who: string) => `Kursi ditawarkan kepada ${who}`,
  freed: (cause: ReleaseCause) => `Kursi bebas: ${RELEASE_CAUSE_LABELS[cause].toLocaleLowerCase('id-ID')}`,
  withdrawn: (who: string) => `${who} keluar dari daftar tunggu`,
  expired: (who: string) => `${who} tidak menjawab dan keluar dari daftar tunggu`,
  ruleChanged: 'Aturan urutan diubah',
  seatsChanged: (limit: number) => `Kursi diubah: paling banyak ${figure(limit)} ditawarkan`,
  closed: (who: string) => `Daftar tunggu ditutup untuk ${who}`,
  priority: (text: string, child: string | null) => (child === null ? text : `${text} (${child})`),
} as const;

/** Texts of a child's priorities. */
export const prioritiesCopy = {
  title: 'Prioritas kursi',
  titleOf: (child: string) => `Prioritas ${child}`,
  lead: 'Hanya prioritas yang dipastikan yang memengaruhi urutan daftar tunggu.',
  list: 'Prioritas',
  confirmed: 'Dipastikan',
  proposed: 'Diusulkan portal',
  refused: 'Tidak berlaku',
  none: 'Belum ada',
  proposedText:
    'Anak lain dari keluarga ini diterima atau terdaftar di sekolah kami. Periksa, lalu pastikan.',
  by: (who: string, when: string) => `${who}, ${when}`,
  confirm: 'Pastikan',
  withdraw: 'Tarik',
  refuse: 'Tidak berlaku',
  on: (action: string, kind: string) => `${action}: ${kind}`,
  note: 'Catatan',
  noteHint: 'Misalnya nomor kartu keluarga sudah diperiksa. Dibaca staf saja.',
  save: { true: 'Pastikan prioritas', false: 'Tarik prioritas' },
  cancel: 'Batal',
  pending: 'Menyimpan...',
  done: { true: 'Prioritas dipastikan', false: 'Prioritas tidak berlaku' },
  doneText: 'Urutan daftar tunggu mengikuti.',
  failed: 'Prioritas tidak dapat disimpan',
} as const;
