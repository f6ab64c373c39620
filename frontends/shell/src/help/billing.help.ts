import type { AreaHelp } from './help.types.ts';

/** The help of the pages of re-enrolment and money. */
export const billingHelp: AreaHelp = {
  '/enrollment': {
    purpose: 'Anak yang diterima, dan sejauh mana daftar ulangnya.',
    terms: ['Daftar ulang', 'Konfirmasi', 'Skema pembayaran'],
    questions: {
      'Kapan daftar ulang dapat dilakukan?': 'Setelah anak Anda dinyatakan diterima.',
      'Kapan tagihan datang?':
        'Setelah sekolah memproses konfirmasi Anda dan membuat skema pembayaran. Anda dikabari lewat WhatsApp.',
      'Konfirmasi saya ditolak. Apa yang harus dilakukan?':
        'Baca alasannya, perbaiki yang perlu, lalu kirim konfirmasi sekali lagi.',
    },
  },
  '/enrollment-confirmation/:registrationId': {
    purpose: 'Memastikan bahwa anak Anda mengambil tempatnya, dan memilih cara pembayaran.',
    terms: ['Konfirmasi', 'Cicilan', 'Potongan'],
    questions: {
      'Apa beda lunas sekaligus dan cicilan?':
        'Lunas sekaligus berarti satu tagihan, dan potongan dapat berlaku. Cicilan dibayar empat kali, setiap dua bulan, tanpa potongan.',
      'Apakah sumbangan wajib?': 'Tidak, sumbangan bersifat sukarela. Biarkan 0 bila tidak ada.',
      'Dapatkah jenjang atau kelas diubah di sini?':
        'Tidak. Anak, jenjang, kelas, dan tahun ajaran tidak dapat diubah lagi; hubungi sekolah bila salah.',
    },
  },
  '/enrollment-confirmation-detail/:confirmationId': {
    purpose: 'Pilihan Anda, skema pembayaran, dan tagihan daftar ulang satu anak.',
    terms: ['Skema pembayaran', 'Tagihan', 'Surat keterangan diterima'],
    questions: {
      'Mengapa belum ada skema pembayaran?':
        'Tim keuangan membuatnya setelah konfirmasi Anda diproses. Anda dikabari lewat WhatsApp.',
      'Di mana saya membayar?': 'Di halaman Tagihan.',
      'Di mana Surat Keterangan Diterima?':
        'Di halaman ini, “Unduh surat keterangan”, setelah konfirmasi Anda diproses.',
    },
  },
  '/tagihan': {
    purpose: 'Tagihan anak Anda, pembayarannya, dan kuitansinya.',
    terms: ['Tagihan', 'Jatuh tempo', 'Kuitansi'],
    questions: {
      'Bolehkah membayar sebagian?':
        'Boleh. Pilih “Bayar sebagian” saat membayar dan isi jumlah yang Anda transfer; sisanya tetap terutang.',
      'Bukti saya ditolak. Apa yang harus dilakukan?': 'Baca alasannya, lalu tekan “Kirim bukti baru”.',
      'Kapan kuitansi terbit?': 'Setelah tim keuangan memverifikasi pembayaran Anda.',
    },
  },
  '/tagihan/:invoiceId/bayar': {
    purpose: 'Mentransfer satu tagihan, lalu mengirim buktinya.',
    terms: ['Nominal unik', 'Bukti transfer', 'Verifikasi'],
    questions: {
      'Mengapa jumlahnya tidak bulat?':
        'Bila sekolah memakai nominal unik, angka terakhirnya membuat pembayaran Anda dikenali. Transfer tepat seperti yang tertulis.',
      'Berkas apa yang diterima sebagai bukti?':
        'JPG, PNG, GIF, atau PDF, paling besar 5 MB. Foto dari ponsel kami kecilkan otomatis.',
      'Kapan pembayaran saya diperiksa?':
        'Tim keuangan memeriksa bukti pada jam kerja. Kabarnya lewat WhatsApp.',
    },
  },
  '/admin/enrollment': {
    purpose:
      'Konfirmasi daftar ulang dari keluarga, dan pembayarannya. Yang menunggu konfirmasi atau skema dimuat dari semua tahun ajaran.',
    terms: ['Daftar ulang', 'Konfirmasi', 'Skema pembayaran'],
    questions: {
      'Apa akibat memproses suatu konfirmasi?':
        'Orang tua tidak dapat lagi mengubah data anak dan pendaftarannya. Sesudah itu skema pembayaran dapat dibuat.',
      'Suatu konfirmasi keliru ditolak. Dapatkah ditarik kembali?':
        'Ya, oleh Kepala Sekolah atau Administrator di halaman detailnya, dengan alasan. Keluarganya juga dapat mengirim lagi.',
      'Siapa yang membuat skema pembayaran?': 'Keuangan, Kepala Sekolah, Administrator, dan IT.',
    },
  },
  '/admin/enrollment/:confirmationId/details': {
    purpose: 'Daftar ulang satu anak: pilihan keluarga, skema pembayaran, dan tagihannya.',
    terms: ['Skema pembayaran', 'Tagihan', 'Orang kedua'],
    questions: {
      'Skema ternyata salah. Apa yang dapat dilakukan?':
        '“Ubah skema” mempertahankan yang sudah dibayar. “Batalkan skema” hanya mungkin selama belum ada pembayaran.',
      'Kapan perubahan skema menunggu orang kedua?': 'Bila totalnya turun lebih dari Rp 1.000.000.',
      'Apakah keluarga tahu bahwa skema berubah?':
        'Ya. Keluarga dikabari, dan membaca sebelum dan sesudahnya beserta alasannya di portal.',
    },
  },
  '/admin/payment-scheme/create': {
    purpose: 'Menetapkan biaya, potongan, dan jatuh tempo daftar ulang satu anak.',
    terms: ['Skema pembayaran', 'Potongan', 'Cicilan'],
    questions: {
      'Kapan tagihannya terbit?':
        'Saat skema disimpan. Tagihan langsung dikabarkan ke orang tua lewat WhatsApp.',
      'Mengapa potongan tidak dapat dipilih?': 'Potongan hanya ada untuk lunas sekaligus.',
      'Bagaimana cicilan dibagi?':
        'Empat tahap: 50%, 25%, 15%, dan sisanya, berselang dua bulan sejak tanggal cicilan pertama.',
    },
  },
  '/admin/invoices': {
    purpose: 'Tagihan keluarga, dan pembayaran dari semua tahun ajaran yang menunggu diperiksa.',
    terms: ['Tagihan', 'Verifikasi', 'Kuitansi'],
    questions: {
      'Bagaimana memverifikasi beberapa pembayaran sekaligus?':
        'Centang tagihannya, lalu tekan “Verifikasi”. Setiap pembayaran dibukukan satu per satu, dan kuitansinya langsung terbit.',
      'Pembayaran yang sudah terverifikasi ternyata salah. Apa yang dapat dilakukan?':
        'Keuangan atau Administrator memilih “Batalkan pembayaran”. Di atas Rp 10 juta, atau bila dibukukan sebelum hari ini, orang kedua harus menyetujuinya.',
      'Dapatkah jatuh tempo diundur?':
        'Ya, oleh keuangan atau Administrator dengan “Beri kelonggaran”, beserta alasannya. Pengingat mengikuti tanggal baru.',
    },
  },
  '/admin/bank': {
    purpose: 'Mencocokkan uang menurut bank dengan yang dibayar keluarga, dan yang kembali kepadanya.',
    terms: ['Mutasi', 'Dana belum dibukukan', 'Nominal unik'],
    questions: {
      'Berkas apa yang diunggah?':
        'Mutasi dari internet banking sebagai CSV atau Excel. Baris yang sudah dikenal tidak masuk dua kali, dan keterangan uang keluar tidak disimpan.',
      'Baris mana yang dapat dibukukan sekaligus?':
        'Hanya yang cocok pasti. Yang lain diputuskan satu per satu.',
      'Suatu baris bukan pembayaran keluarga, atau salah dibukukan. Apa yang harus dilakukan?':
        'Tekan “Sisihkan” dan tulis alasannya. Yang salah dibukukan terbuka lagi dengan “Lepaskan”.',
    },
  },
  '/admin/payments-online': {
    purpose: 'Pembayaran lewat Virtual Account dan QRIS, dari permintaan sampai uangnya cair.',
    terms: ['Virtual Account', 'QRIS', 'Dana belum dibukukan'],
    questions: {
      'Apa yang dilakukan dengan yang perlu ditinjau, terlambat, atau dibayar dua kali?':
        'Uangnya tidak dibukukan ke tagihan. Yang tercatat sebagai dana belum dibukukan ditetapkan atau dikembalikan di Mutasi Bank.',
      'Orang tua sudah membayar, tetapi keadaannya masih terbuka?':
        'Tekan “Tanya penyedia”. Bila penyedia menyatakan lunas, pembayaran langsung dibukukan.',
      'Bagaimana mencatat uang yang dicairkan penyedia?':
        'Di “Pencairan” catat biaya dan jumlah bersih dari laporannya, lalu cocokkan dengan baris mutasi. Selisihnya harus Rp 0; yang berbeda diperbaiki di sana.',
    },
  },
  '/admin/money-requests': {
    purpose: 'Pembatalan dan perubahan uang yang memerlukan orang kedua.',
    terms: ['Orang kedua', 'Skema pembayaran'],
    questions: {
      'Mengapa saya tidak dapat menyetujui suatu permintaan?':
        'Permintaan yang Anda ajukan sendiri disetujui oleh orang lain: keuangan, Kepala Sekolah, atau Administrator.',
      'Apa yang terjadi setelah disetujui?': 'Perubahan langsung dijalankan, dan keluarga diberi tahu.',
      'Dapatkah permintaan dibatalkan?':
        'Ya, selama masih menunggu. Uangnya tetap seperti sekarang, dan permintaan baru dapat diajukan.',
    },
  },
  '/admin/refunds': {
    purpose:
      'Dana yang kembali ke keluarga: disusun keuangan, disetujui orang kedua, lalu ditransfer lewat bank.',
    terms: ['Orang kedua', 'Dana belum dibukukan', 'Tagihan'],
    questions: {
      'Dari mana suatu pengembalian dimulai?':
        'Dari ketentuan sekolah saat keluarga mundur, atau lewat “Kembalikan dana” pada tagihan, pendaftaran, atau dana yang belum dibukukan.',
      'Mengapa saya tidak dapat menyetujuinya?':
        'Yang memulai, mengubah, atau mengajukannya tidak menyetujuinya. Kepala Sekolah atau Administrator lain yang memutuskan.',
      'Apakah portal mengirim uangnya?':
        'Tidak. Keuangan mentransfernya lewat bank, lalu mencatatnya di sini: dengan mutasi keluar yang cocok, atau tanggal dan bukti transfernya.',
    },
  },
  '/admin/papers': {
    purpose: 'Kuitansi dan surat yang sudah terbit, dan berapa kali kodenya diperiksa.',
    terms: ['Kuitansi', 'Surat keterangan diterima'],
    questions: {
      'Kapan suatu dokumen terbit?':
        'Kuitansi saat pembayaran diverifikasi, surat saat daftar ulang diproses.',
      'Apa yang dapat dicabut di sini?':
        'Surat, oleh Kepala Sekolah atau Administrator dengan alasan. Kuitansi mengikuti pembayarannya.',
      'Bagaimana orang memastikan bahwa suatu dokumen asli?':
        'Dengan memindai kode di dokumen. Halaman yang terbuka menampilkan angka untuk dibandingkan.',
    },
  },
  '/admin/drawers': {
    purpose: 'Uang tunai di loket: dibuka dengan uang kembalian, dihitung, dan ditandatangani orang lain.',
    terms: ['Kas loket', 'Uang kembalian', 'Selisih kas'],
    questions: {
      'Uang apa yang masuk ke kas saya?':
        'Semua uang tunai yang Anda catat sendiri. Pembayaran tunai yang Anda batalkan keluar dari kas yang sedang Anda buka.',
      'Hitungan saya berbeda. Apa yang harus dilakukan?':
        'Hitung sekali lagi. Bila tetap berbeda, tulis alasannya; selisih tidak menghalangi penutupan dan terbaca di laporan.',
      'Siapa yang menandatangani?':
        'Keuangan, Kepala Sekolah, atau Administrator, tetapi bukan pemegang kas itu sendiri.',
    },
  },
};
