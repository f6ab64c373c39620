/** Texts of an open registration. */
export const detailCopy = {
  title: 'Detail Pendaftaran',
  loading: 'Memuat detail pendaftaran...',
  loadFailed: 'Detail pendaftaran tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  missing: 'ID pendaftaran tidak ditemukan',
  child: 'Data anak',
  parent: 'Data orang tua',
  registration: 'Data pendaftaran',
  accountName: 'Nama (dari akun)',
  noProof: 'Belum ada bukti pembayaran.',
  way: 'Cara',
  noProofNeeded: 'Tanpa bukti: uangnya ada di mutasi bank.',
  notFilled: (count: number) => `${count} data belum diisi`,
  tabs: {
    payment: 'Pembayaran',
    documents: 'Dokumen',
    child: 'Anak',
    parent: 'Orang tua',
    history: 'Riwayat',
    messages: 'Pesan',
    corrections: 'Koreksi',
    withdrawal: 'Mundur',
  },
  /** The fields of each part by their name in the record, in the order of the screen. */
  fields: {
    child: {
      full_name: 'Nama lengkap',
      nick_name: 'Nama panggilan',
      gender: 'Jenis kelamin',
      birth_date: 'Tanggal lahir',
      birth_city: 'Tempat lahir',
      nik: 'NIK',
      blood_type: 'Golongan darah',
      sibling_count: 'Jumlah saudara',
      kk_number: 'No. KK',
      address: 'Alamat',
    },
    parent: {
      father_name: 'Nama ayah',
      father_phone: 'Telepon ayah',
      father_education: 'Pendidikan ayah',
      father_job: 'Pekerjaan ayah',
      father_income: 'Penghasilan ayah',
      father_ktp: 'No. KTP ayah',
      mother_name: 'Nama ibu',
      mother_phone: 'Telepon ibu',
      mother_education: 'Pendidikan ibu',
      mother_job: 'Pekerjaan ibu',
      mother_income: 'Penghasilan ibu',
      mother_ktp: 'No. KTP ibu',
      address: 'Alamat',
      contact_phone: 'Nomor kontak',
    },
    registration: {
      registration_number: 'No. pendaftaran',
      academic_year: 'Tahun ajaran',
      jenjang: 'Jenjang',
      kelas: 'Kelas',
      previous_school: 'Asal sekolah',
      previous_grade: 'Kelas terakhir',
      nisn: 'NISN',
      uniform_size: 'Ukuran seragam',
      how_know_school: 'Mengetahui sekolah dari',
      current_stage: 'Tahap saat ini',
      sibling_name: 'Saudara di sekolah ini',
      collective_student_name: 'Nama pendaftaran kolektif',
      information: 'Catatan khusus',
      created_at: 'Tanggal daftar',
    },
    payment: {
      payment_status: 'Status',
      rejection_reason: 'Alasan penolakan',
      payment_amount: 'Jumlah',
      bank_name: 'Bank',
      bank_account_number: 'No. rekening',
      bank_account_owner: 'Pemilik rekening',
      payment_verified_at: 'Diperiksa pada',
      verified_by_user: 'Diperiksa oleh',
    },
  },
  feeReturned: 'Biaya dikembalikan',
  fasterVerified: (who: string, when: string) => `Sudah diperiksa ${who}, ${when}.`,
  fasterRejected: (who: string, when: string) => `Sudah ditolak oleh ${who} pada ${when}.`,
  fasterStage: (stage: string, who: string, when: string) =>
    `Tahap sudah diubah menjadi ${stage} oleh ${who} pada ${when}.`,
  refreshed: 'Yang tampil sekarang adalah data terbaru.',
} as const;

/** Texts of the buttons beside the proof. */
export const paymentActionCopy = {
  verify: 'Verifikasi',
  keepVerified: 'Tetap Verifikasi',
  reject: 'Tolak',
  keepRejected: 'Tetap Tolak',
  revert: 'Kembalikan ke Menunggu Verifikasi',
  pending: 'Memproses...',
  menu: 'Tindakan lain untuk biaya pendaftaran',
  refund: 'Kembalikan dana',
  left: 'Pembayaran tidak dapat diubah lagi karena keluarga sudah mundur.',
  closed: 'Pembayaran tidak dapat diubah lagi karena hasil observasi sudah diumumkan.',
  settled:
    'Pembayaran ini dikenali dari mutasi bank. Bila verifikasinya dibatalkan, uangnya menunggu di Mutasi bank sebagai dana yang belum dibukukan.',
  settledOnline:
    'Biaya ini dibayar lewat penyedia pembayaran. Bila verifikasinya dibatalkan, uangnya menunggu di Mutasi bank sebagai dana yang belum dibukukan.',
  settledInCash:
    'Biaya ini dibayar tunai di loket. Bila verifikasinya dibatalkan, uangnya keluar dari kas yang sedang Anda buka.',
  unpaid: 'Belum ada yang dapat diverifikasi: orang tua belum mengirim bukti pembayaran.',
  success: 'Berhasil',
  updated: 'Status pembayaran berhasil diupdate',
  failed: 'Gagal mengupdate status pembayaran',
  rejectTitle: 'Tolak pembayaran',
  reason: 'Alasan penolakan',
  reasonHint: 'Dibaca orang tua di portal. Pesan WhatsApp hanya mengabarkan bahwa ada jawaban.',
  reasonRequired: 'Alasan penolakan diperlukan',
  revertTitle: 'Kembalikan ke Menunggu Verifikasi',
  revertText:
    'Status pembayaran kembali menjadi Menunggu Verifikasi. Tahap tidak berubah, dan tidak dapat dilanjutkan sebelum pembayaran diverifikasi lagi.',
  onBehalf: 'Unggah bukti atas nama orang tua',
  onBehalfTitle: 'Bukti pembayaran atas nama orang tua',
  send: 'Kirim bukti pembayaran',
  sending: 'Mengirim...',
  proofRequired: 'Bukti pembayaran diperlukan - Silakan upload bukti pembayaran terlebih dahulu.',
  proofSent: 'Informasi pembayaran berhasil diperbarui',
  proofFailed: 'Gagal memperbarui pembayaran',
} as const;

/** Texts of a fee that is taken in cash at the counter. */
export const takeCashCopy = {
  take: 'Bayar tunai',
  title: (amount: string) => `Terima ${amount} tunai?`,
  text: (child: string) =>
    `Untuk biaya pendaftaran ${child}. Uangnya masuk ke kas Anda yang terbuka, biayanya langsung terverifikasi, dan kuitansinya dapat langsung dicetak.`,
  restText: (child: string) =>
    `Untuk selisih biaya pendaftaran ${child}. Uangnya masuk ke kas Anda yang terbuka. Kuitansi biayanya terbit lagi dengan nomor yang sama dan jumlah yang baru.`,
  noDrawers:
    'Sekolah belum memakai kas loket: kas Anda hari ini terbuka sendiri dengan uang kembalian 0. Nyalakan “Kas loket” di Penyiapan sekolah, agar uangnya dihitung dan ditandatangani.',
  pending: 'Menyimpan...',
  success: 'Biaya diterima',
  done: (number: string) => `Kuitansi ${number} terbit.`,
  follows: 'Kuitansinya menyusul sebentar lagi.',
  failed: 'Belum diterima',
} as const;

/** Texts of what a paid fee differs by after a correction. */
export const feeDifferenceCopy = {
  title: 'Selisih biaya pendaftaran',
  paid: 'Sudah dibayar',
  givenBack: 'Dikembalikan sebelumnya',
  fee: 'Biaya setelah koreksi',
  missing: 'Kurang',
  tooMuch: 'Lebih',
  way: 'Keputusan',
  undecided: 'Belum diputuskan',
  reason: 'Alasan',
  ways: { ask: 'Minta kekurangannya', leave: 'Biarkan', give_back: 'Kembalikan kelebihannya' },
  follows: {
    ask: 'Keluarga diberi tahu dan melihat kekurangannya dengan rekening sekolah. Mutasi bank dengan jumlah itu melunasinya.',
    leave: 'Tidak ada yang ditagih atau dikembalikan.',
    give_back:
      'Pengembalian dana dimulai sebagai draf di “Pengembalian Dana”. Uangnya ditransfer setelah orang kedua menyetujui.',
  },
  hint: 'Dibaca bagian keuangan dan tercatat di jejak. Paling sedikit 10 karakter.',
  required: 'Alasan harus diisi, paling sedikit 10 karakter',
  who: 'Diputuskan oleh Keuangan atau Administrator.',
  saved: 'Berhasil',
  savedText: 'Keputusan tentang selisih biaya disimpan.',
  failed: 'Keputusan belum tersimpan',
} as const;

/** Texts of taking a verified fee back. */
export const reverseFeeCopy = {
  title: 'Batalkan pembayaran',
  lead: 'Biaya pendaftaran ini terutang lagi dan kuitansinya tidak berlaku lagi. Tahap tidak berubah. Uang dari mutasi bank menjadi dana belum dibukukan.',
  hint: 'Dibaca orang tua di portal. Pesan WhatsApp hanya mengabarkan bahwa ada jawaban.',
  reason: 'Alasan',
  required: 'Alasan harus diisi, paling sedikit 10 karakter',
  alone: 'Anda dapat melakukannya sendiri sampai hasil diumumkan.',
  second:
    'Hasil sudah diumumkan: orang kedua (keuangan, kepala sekolah, atau administrator) harus menyetujuinya.',
  success: 'Berhasil',
  done: 'Biaya pendaftaran terutang lagi',
  asked: 'Menunggu persetujuan',
  askedText: 'Orang kedua menyetujuinya di halaman Persetujuan.',
  failed: 'Belum berhasil',
} as const;

/** Texts of the tab 'Pesan'. */
export const messagesTabCopy = {
  loading: 'Memuat pesan...',
  loadFailed: 'Pesan tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  none: 'Belum ada pesan untuk keluarga ini.',
  last: 'Pesan terakhir untuk keluarga ini',
  all: 'Lihat semua pesan keluarga ini',
} as const;
