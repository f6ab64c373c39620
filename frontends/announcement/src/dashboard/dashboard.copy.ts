/** Texts of the area's cards on the dashboard. */
export const resultsCopy = {
  title: 'Pengumuman Hasil Observasi',
  loading: 'Memuat pengumuman...',
  failed: 'Pengumuman belum dapat dimuat. Bagian lain tetap dapat digunakan.',
  period: 'Periode observasi',
  level: 'Jenjang',
  published: 'Diumumkan',
  corrected: 'Dikoreksi',
  note: (child: string) => `Catatan untuk ${child}`,
  passed: (child: string) =>
    `Selamat! ${child} diterima. Langkah berikutnya adalah mengonfirmasi daftar ulang.`,
  promoted: (child: string) => `Selamat, ${child} sekarang diterima.`,
  waiting: (position: number | null) =>
    position === null ? 'Daftar tunggu' : `Daftar tunggu, urutan ${position.toLocaleString('id-ID')}`,
  waitingText: 'Bila ada kursi, kami kirim pesan.',
  whyPlace: 'Lihat penjelasannya',
  releasedOn: (day: string) => `Kursi dilepas pada ${day}`,
  left: (child: string) => `Pendaftaran ${child} sudah mundur.`,
  released: (child: string) => `Kursi atau tempat tunggu untuk ${child} sudah dilepas.`,
  closed: (child: string) => `Daftar tunggu sudah ditutup dan belum ada kursi untuk ${child}.`,
  enroll: 'Lanjut ke Daftar Ulang',
  enrollOf: (child: string) => `Lanjut ke Daftar Ulang: ${child}`,
  failedWords: (child: string) =>
    `Terima kasih telah mempercayakan proses ini kepada kami. Hasil ini bukan ukuran kemampuan maupun masa depan ${child}. Bila Anda ingin membicarakannya, kami senang mendengarkan.`,
  contact: (phone: string) => `Hubungi panitia lewat WhatsApp (${phone})`,
} as const;
