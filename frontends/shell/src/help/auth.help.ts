import type { AreaHelp } from './help.types.ts';

/** The help of the pages of accounts. */
export const authHelp: AreaHelp = {
  '/password': {
    purpose: 'Mengganti password akun Anda.',
    terms: ['Password sementara', 'Sesi'],
    questions: {
      'Password seperti apa yang diterima?':
        'Paling sedikit 8 karakter. Password yang terlalu umum, dan nama, email, atau nomor Anda sendiri, ditolak.',
      'Apakah perangkat lain ikut keluar?':
        'Ya. Semua sesi lain berakhir; hanya perangkat yang Anda pakai sekarang yang tetap masuk.',
      'Bagaimana bila saya lupa password yang sekarang?':
        'Keluar, lalu pilih “Lupa Password” di halaman masuk. Kode reset dikirim ke nomor WhatsApp akun Anda.',
    },
  },
  '/phone': {
    purpose: 'Membuktikan bahwa nomor WhatsApp akun ini milik Anda, atau menggantinya.',
    terms: ['Kode OTP'],
    questions: {
      'Mengapa nomor saya perlu diverifikasi?':
        'Sampai terbukti milik Anda, kami hanya mengirim sedikit kabar ke nomor itu, tanpa nama anak.',
      'Bagaimana bila kodenya tidak datang?':
        'Pastikan nomor itu memakai WhatsApp, lalu tekan “Kirim ulang kode” setelah hitungannya habis.',
      'Kapan nomor baru berlaku?':
        'Setelah Anda memasukkan kode yang kami kirim ke nomor itu. Sampai saat itu nomor lama tetap berlaku.',
    },
  },
  '/security': {
    purpose: 'Menjaga akun Anda dengan bukti kedua, dan melihat di mana akun ini sedang masuk.',
    terms: ['Verifikasi dua langkah', 'Kode pemulihan', 'Sesi'],
    questions: {
      'Bagaimana bila ponsel saya hilang?':
        'Masuk dengan salah satu kode pemulihan. Tanpa kode itu, hubungi sekolah: administrator dapat menghapus verifikasi dua langkah akun Anda.',
      'Ada perangkat yang tidak saya kenal. Apa yang harus dilakukan?':
        'Akhiri sesinya, lalu ganti password Anda.',
      'Apakah saya wajib memakainya?':
        'Hanya bila halaman ini mengatakannya untuk peran Anda. Yang lain boleh memakainya.',
    },
  },
  '/admin/users': {
    purpose: 'Akun staf dan orang tua beserta perannya, dan akun yang sudah dihapus.',
    terms: ['Peran', 'Password sementara', 'Sesi'],
    questions: {
      'Rekan saya lupa password. Apa yang dapat dilakukan?':
        'Administrator atau IT membuka akunnya, menekan “Ubah”, dan mengisi password sementara baru. Pemiliknya dikeluarkan dan wajib menggantinya saat masuk.',
      'Apa yang terjadi bila peran berubah?': 'Pengguna itu dikeluarkan dan harus masuk lagi.',
      'Siapa yang dapat mengubah akun?':
        'Administrator dan IT; akun administrator dan IT hanya oleh administrator. Keuangan hanya melihat daftarnya.',
    },
  },
  '/admin/number-requests': {
    purpose: 'Mengganti nomor WhatsApp akun yang pemiliknya kehilangan nomor itu.',
    terms: ['Orang kedua', 'Sesi'],
    questions: {
      'Berapa lama sampai nomor baru berlaku?':
        '24 jam setelah disetujui. Semua sesi akun itu berakhir saat itu, lalu pemiliknya membuktikan nomornya dengan kode.',
      'Siapa yang menyetujui?': 'Administrator yang bukan pembuka permintaannya.',
      'Bagaimana bila yang melapor bukan pemiliknya?':
        'Nomor lama diberi tahu dan pemegangnya dapat menghentikan permintaan. Karena itu sedikitnya dua hal diperiksa lebih dahulu.',
    },
  },
};
