/** Texts of a family's seat and of its place on the waiting list. */
export const seatCopy = {
  loading: 'Memuat kursi...',
  failed: 'Keterangan kursi tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  offered: (child: string) => `Kursi untuk ${child} disediakan sampai`,
  offeredOpen: (child: string) => `Kursi untuk ${child} disediakan.`,
  confirm: 'Daftar ulang sekarang',
  see: 'Lihat kursi dan jawabannya',
  decline: 'Kami tidak mengambil kursi ini',
  expired: 'Batas waktu jawaban sudah lewat. Hubungi sekolah.',
  accepted: (child: string) => `Kursi untuk ${child} sudah Anda ambil.`,
  releasing: 'Kursi ini sedang dilepas. Tahap pendaftaran ikut berubah setelah selesai.',
  position: 'Urutan',
  ofList: (of: number, place: string) => `dari ${of.toLocaleString('id-ID')} di daftar tunggu ${place}`,
  why: 'Mengapa urutan ini?',
  changes: 'Perubahan',
  joined: (position: number) => `urutan ${position.toLocaleString('id-ID')}`,
  moved: (from: number, to: number) => `${from.toLocaleString('id-ID')} → ${to.toLocaleString('id-ID')}`,
  promise: (days: number) =>
    `Bila ada kursi, kami kirim pesan dan kursi ditahan ${days.toLocaleString('id-ID')} hari.`,
  asked: (day: string) => `Apakah Anda masih menunggu? Jawab sebelum ${day}.`,
  nextReview: (day: string) => `Kami bertanya lagi apakah Anda masih menunggu pada ${day}.`,
  stay: 'Tetap menunggu',
  stayed: ['Tetap menunggu', 'Terima kasih. Urutan Anda tidak berubah.'],
  stayFailed: 'Jawaban belum tersimpan',
  leave: 'Keluar dari daftar tunggu',
  more: 'Lihat penjelasannya',
  past: 'Riwayat kursi',
} as const;

/** Texts of the sheet in which a family gives its seat back. */
export const declineCopy = {
  title: 'Lepaskan kursi ini?',
  consequence: 'Kursi akan ditawarkan ke keluarga berikutnya. Tindakan ini tidak dapat dibatalkan.',
  reason: 'Alasan',
  words: 'Keterangan',
  cancel: 'Batal',
  send: 'Lepaskan kursi',
  pending: 'Melepaskan...',
  done: ['Kursi dilepaskan', 'Terima kasih sudah memberi tahu. Kursi ditawarkan ke keluarga berikutnya.'],
  failed: 'Kursi belum dilepaskan',
} as const;

/** Texts of the question before a family leaves the waiting list. */
export const leaveCopy = {
  title: 'Keluar dari daftar tunggu?',
  text: (child: string) => `${child} tidak lagi menunggu kursi, dan urutannya hilang.`,
  consequence: 'Tindakan ini tidak dapat dibatalkan.',
  pending: 'Keluar...',
  done: ['Keluar dari daftar tunggu', 'Anda tidak lagi menunggu kursi.'],
  failed: 'Belum keluar dari daftar tunggu',
} as const;
