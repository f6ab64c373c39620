/** Texts of /cek; those of the specification to the letter. */
export const copy = {
  title: 'Periksa dokumen',
  lead: 'Setiap kuitansi dan surat dari sekolah memuat kode. Cocokkan isinya dengan halaman ini.',
  valid: (school: string) => `Dokumen ini asli dan diterbitkan ${school}`,
  replaced: 'Ada dokumen yang lebih baru dengan nomor yang sama. Mintalah dokumen yang terbaru.',
  revoked: (day: string) => `Dokumen ini sudah tidak berlaku sejak ${day}`,
  unknown: 'Kode tidak dikenal. Dokumen ini tidak dapat kami pastikan.',
  compare:
    'Bandingkan setiap isian ini dengan dokumen Anda. Bila ada yang berbeda, dokumen itu bukan dari kami.',
  host: (host: string) => `Pastikan alamat halaman ini ${host}`,
  old: 'Dokumen lama belum memuat kode. Tanyakan keasliannya kepada sekolah dengan menyebut nomor dokumen.',
  failed: 'Dokumen tidak dapat diperiksa. Periksa koneksi Anda, lalu coba lagi.',
  loading: 'Memeriksa...',
  code: 'Kode dokumen',
  codeHint: '26 huruf dan angka di dekat kode QR. Spasi boleh ikut diketik.',
  codeWrong: 'Kode terdiri dari 26 huruf dan angka. Periksa kembali.',
  check: 'Periksa',
  another: 'Periksa kode lain',
  facts: {
    kind: 'Jenis dokumen',
    number: 'Nomor',
    issued: 'Tanggal terbit',
    amount: 'Jumlah',
    initials: 'Inisial nama anak',
    level: 'Jenjang',
    year: 'Tahun ajaran',
  },
} as const;
