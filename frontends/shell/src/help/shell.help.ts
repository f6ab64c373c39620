import type { AreaHelp } from './help.types.ts';

/** The help of the pages that the shell draws. */
export const shellHelp: AreaHelp = {
  '/dashboard': {
    family: {
      purpose:
        'Di sini Anda melihat langkah yang perlu dilakukan sekarang, dan sejauh mana pendaftaran setiap anak.',
      terms: ['Tahap', 'Observasi', 'Tagihan'],
      questions: {
        'Apa yang harus saya lakukan lebih dahulu?':
          'Yang tertulis paling besar di atas. Yang lain menyusul di bawahnya, di “Perlu tindakan Anda”.',
        'Bagaimana bila kami tidak dapat datang pada hari observasi?':
          'Tekan “Minta jadwal lain” di samping jadwalnya, atau hubungi sekolah.',
        'Kapan hasil observasi dapat dibaca?':
          'Setelah sekolah menerbitkannya. Hasilnya tampil di portal ini, dan kami kabari lewat WhatsApp.',
      },
    },
    staff: {
      purpose: 'Di sini Anda melihat pekerjaan yang menunggu peran Anda.',
      terms: ['Antrean', 'Peran'],
      questions: {
        'Mengapa rekan saya melihat hal lain?':
          'Setiap peran melihat pekerjaannya sendiri, misalnya verifikasi pembayaran hanya tampil bagi yang boleh melakukannya.',
        'Dari mana saya mulai?':
          'Tekan salah satu angka: daftarnya terbuka, sudah disaring untuk pekerjaan itu.',
        'Apakah angkanya selalu terbaru?':
          'Angkanya dari saat halaman dibuka. “Muat ulang” membacanya sekali lagi.',
      },
    },
  },
  '/notifications': {
    purpose: 'Semua kabar dari sekolah untuk akun Anda, juga yang dikirim lewat WhatsApp.',
    terms: ['Saluran'],
    questions: {
      'Apakah kabar hilang bila WhatsApp tidak sampai?':
        'Tidak. Semua kabar selalu dapat dibaca di halaman ini.',
      'Apa arti angka pada lonceng?':
        'Banyaknya kabar yang belum Anda baca. “Tandai semua dibaca” mengosongkannya.',
      'Dapatkah kabar dikirim lewat email?':
        'Orang tua dapat memilih email di halaman ini, setelah alamat emailnya terverifikasi.',
    },
  },
  '/status': {
    purpose: 'Langkah-langkah pendaftaran, dan sampai di mana Anda sekarang.',
    terms: ['Pendaftaran', 'Tahap'],
    questions: {
      'Apa yang perlu disiapkan untuk profil?': 'KTP ayah dan ibu, dan nomor WhatsApp yang aktif.',
      'Di mana saya melihat tahap setiap anak?': 'Di Dashboard, dan di “Riwayat Tahapan” pada Pendaftaran.',
      'Haruskah profil lengkap sebelum mendaftarkan anak?':
        'Tidak. Anak dapat didaftarkan walau profil belum lengkap.',
    },
  },
};
