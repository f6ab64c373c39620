import { OFFER_LABELS } from '@gerbang/domain/offers';
import type { Criterion } from '@gerbang/domain/waitlist';

const figure = (value: number) => value.toLocaleString('id-ID');

/** What an order goes by, as staff choose it. */
export const CRITERION_WORDS: Readonly<Record<Criterion, string>> = {
  internal: 'Siswa dari jenjang kami',
  sibling: 'Saudara kandung siswa kami',
  staff_child: 'Anak guru atau karyawan',
  score: 'Nilai observasi tertinggi',
  fee_verified_at: 'Biaya pendaftaran terverifikasi lebih dahulu',
  registered_at: 'Terdaftar lebih dahulu',
};

/** Texts of /admin/seats. */
export const seatsCopy = {
  year: 'Tahun ajaran',
  level: 'Jenjang',
  everyLevel: 'Semua jenjang',
  add: 'Batasi kursi',
  loading: 'Memuat kursi...',
  loadFailed: 'Kursi tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  empty: 'Kursi belum dibatasi',
  emptyText: (year: string) =>
    `Tanpa batas, sekolah dapat menerima berapa pun anak untuk ${year} dan tidak ada daftar tunggu. Dengan batas kursi, setiap anak yang diterima memegang satu kursi, dan yang cadangan menunggu dengan nomor urut.`,
  emptyFor: 'Kepala Sekolah atau Administrator dapat membatasinya.',
  unlimited: (places: string) => `Tanpa batas kursi: ${places}.`,
  missing: 'Batas kursi ini tidak ada lagi',
  all: 'Semua kelas',
  details: 'Rincian',
  pool: (label: string) => `Kursi ${label}`,
  seats: (seats: number, limit: number) =>
    seats === limit
      ? `${figure(seats)} kursi`
      : `${figure(seats)} kursi, paling banyak ${figure(limit)} ditawarkan`,
  figure,
  states: {
    accepted: OFFER_LABELS.accepted,
    open: OFFER_LABELS.open,
    releasing: OFFER_LABELS.releasing,
    free: 'Bebas',
    waiting: 'Menunggu',
  },
  paid: (count: number) => `${figure(count)} anak sudah lunas`,
  dueSoon: (count: number) => `Lepas dalam 48 jam: ${figure(count)}`,
  nextDeadline: (moment: string) => `Batas jawaban terdekat ${moment}`,
  auto: 'Kursi yang lepas ditawarkan sendiri ke urutan pertama',
  byHand: 'Kursi yang lepas ditawarkan oleh staf',
  offersUntil: (day: string) => `Ditawarkan sampai ${day}`,
  offersOver: (day: string) => `Masa penawaran selesai ${day}`,
  answerDays: (days: number) => `Waktu jawab ${figure(days)} hari`,
  rule: (by: string, day: string) => `Aturan urutan ditetapkan ${day} oleh ${by}`,
  order: 'Urutan',
  open: 'Buka',
  edit: 'Ubah',
  remove: 'Hapus',
  on: (action: string, label: string) => `${action}: ${label}`,
  parts: 'Bagian',
  part: { list: 'Daftar tunggu', offers: 'Tawaran', events: 'Peristiwa' },
} as const;

/** Texts of the form of a pool. */
export const poolFormCopy = {
  addTitle: 'Batasi kursi',
  editTitle: (label: string) => `Ubah kursi ${label}`,
  jenjang: 'Jenjang',
  chooseJenjang: 'Pilih jenjang',
  jenjangMissing: 'Jenjang harus dipilih',
  kelas: 'Kelas',
  wholeLevel: 'Semua kelas bersama',
  seats: 'Jumlah kursi',
  seatsWrong: 'Isi dengan angka 0 sampai 2.000',
  seatsHint: 'Yang dimiliki kelas ini.',
  limit: 'Batas tawaran',
  limitHint: (from: number, to: number) => `Antara ${figure(from)} dan ${figure(to)}.`,
  limitHintEmpty: 'Sampai 30% di atas jumlah kursi.',
  limitWrong: 'Isi dengan angka',
  limitBetween: (from: number, to: number) => `Isi antara ${figure(from)} dan ${figure(to)}`,
  answerDays: 'Waktu jawab (hari)',
  answerDaysHint: 'Sampai 20.00 hari sekolah.',
  answerDaysWrong: 'Isi dengan angka 1 sampai 60',
  auto: 'Tawarkan kursi yang lepas sendiri ke urutan pertama',
  offersUntil: 'Kursi ditawarkan sampai tanggal',
  offersUntilHint: 'Sesudah hari itu tidak ada tawaran baru. Kosongkan bila tidak dibatasi.',
  listMax: 'Batas antrean',
  listMaxHint: 'Kosongkan: tanpa batas.',
  listMaxWrong: 'Isi dengan angka 1 sampai 10.000',
  criteria: 'Urutan daftar tunggu',
  criteriaHint:
    'Yang pertama menentukan; bila sama, yang berikutnya. Urutan dihitung dari aturan ini, tidak digeser per anak.',
  last: 'selalu yang terakhir',
  up: (name: string) => `Naikkan: ${name}`,
  down: (name: string) => `Turunkan: ${name}`,
  drop: (name: string) => `Tidak dipakai: ${name}`,
  use: (name: string) => `Pakai ${name}`,
  place: (name: string, at: number) => `${name} sekarang aturan ke-${figure(at)}`,
  dropped: (name: string) => `${name} tidak dipakai`,
  reason: 'Alasan perubahan',
  reasonHint: 'Tercatat dengan nama Anda dan dapat dibaca staf di Peristiwa.',
  reasonWanted: 'Aturan urutan berubah: tulis alasannya, paling sedikit 5 karakter',
  reasonShort: 'Tulis alasan paling sedikit 5 karakter, atau kosongkan',
  save: 'Simpan',
  saved: 'Kursi tersimpan',
  failed: 'Kursi tidak dapat disimpan',
  belowTaken: (taken: number) =>
    `Sudah ${figure(taken)} kursi terpakai. Isi paling sedikit ${figure(taken)}, atau lepas kursi lebih dahulu.`,
  passedAlready: (taken: number) =>
    `Sudah ${figure(taken)} anak diterima di sini. Isi paling sedikit ${figure(taken)}.`,
  overlap: (message: string) => `${message} Pilih kelas lain, atau ubah batas yang sudah ada.`,
  stale: 'Isian Anda masih ada. Simpan sekali lagi untuk memakai isian Anda.',
  theirs: (label: string, value: string) => `${label} sekarang: ${value}`,
  takeTheirs: 'Pakai data terbaru',
  none: 'tidak dibatasi',
  yes: 'ya',
  no: 'tidak',
} as const;

/** Texts of the question before a pool is deleted. */
export const removePoolCopy = {
  title: (label: string) => `Hapus batas kursi ${label}?`,
  text: 'Kelas ini kembali tanpa batas: pengumuman dapat menerima berapa pun anak, dan tidak ada daftar tunggu. Riwayat tawaran tetap tersimpan.',
  used: (held: number, waiting: number) =>
    `Masih ada ${figure(held)} kursi yang dipegang dan ${figure(waiting)} keluarga yang menunggu. Lepas kursi dan tutup daftar tunggu lebih dahulu.`,
  confirm: 'Hapus',
  pending: 'Menghapus...',
  done: 'Batas kursi dihapus',
  doneText: (label: string) => `${label} kembali tanpa batas.`,
  failed: 'Batas kursi tidak dapat dihapus',
} as const;

/** The single keys of a pool's list and of its offers. */
export const SEAT_KEYS = [['/', 'Cari anak atau nomor']] as const;
