import type { AreaHelp, PageHelp } from './help.types.ts';

const result: PageHelp = {
  purpose: 'Hasil observasi anak Anda seperti yang berlaku sekarang, dan langkah sesudahnya.',
  terms: ['Observasi', 'Daftar tunggu', 'Daftar ulang'],
  questions: {
    'Anak saya diterima. Apa langkah berikutnya?':
      'Konfirmasi daftar ulang. Tagihan menyusul setelah konfirmasi Anda diproses.',
    'Anak saya masuk daftar tunggu. Apakah saya perlu membayar?':
      'Tidak, kecuali halaman ini mengatakan biaya pendaftarannya belum lunas. Bila ada kursi, kami kirim pesan.',
    'Kapan Surat Keterangan Diterima terbit?': 'Setelah konfirmasi daftar ulang Anda kami proses.',
  },
};

const writing: PageHelp['questions'] = {
  'Mengapa semua siswa mulai sebagai Lulus?':
    'Setiap hasil dimulai sebagai Lulus dan diberi tanda sampai diperiksa. Periksa satu per satu sebelum mengajukan.',
  'Apa beda Cadangan dan Tunda?':
    'Cadangan memasukkan anak ke daftar tunggu. Siswa yang ditunda tidak masuk pengumuman ini dan tetap menunggu.',
};

/** The help of the pages of announcements and messages. */
export const announcementHelp: AreaHelp = {
  '/hasil': result,
  '/hasil/:registrationId': result,
  '/admin/announcements': {
    purpose: 'Pengumuman hasil observasi, dari draf sampai diterbitkan.',
    terms: ['Pengumuman', 'Tinjauan', 'Draf'],
    questions: {
      'Siapa yang meninjau dan menerbitkan?':
        'Kepala Sekolah atau Administrator. Penyusunnya tidak meninjau pekerjaannya sendiri.',
      'Pengumuman saya ditolak. Bagaimana memperbaikinya?':
        'Pilih “Revisi”: pengumuman kembali menjadi draf dengan catatan tinjauannya. Ubah, lalu ajukan lagi.',
      'Apa arti “tidak diterapkan”?':
        'Hasil itu dilewati saat terbit, misalnya karena pendaftarannya tidak menunggu pengumuman lagi. Keluarganya tidak menerima pesan.',
    },
  },
  '/admin/announcements/create': {
    purpose: 'Menyusun hasil observasi siswa yang menunggu pengumuman di satu jenjang.',
    terms: ['Pengumuman', 'Draf', 'Cadangan'],
    questions: {
      ...writing,
      'Apakah isian saya hilang bila halaman tertutup?':
        'Tidak. Isian tersimpan di perangkat ini; yang disimpan sebagai draf juga ada di server.',
    },
  },
  '/admin/announcements/edit/:id': {
    purpose: 'Mengubah draf pengumuman sebelum diajukan.',
    terms: ['Draf', 'Tinjauan', 'Cadangan'],
    questions: {
      ...writing,
      'Mengapa isinya tidak dapat diubah?':
        'Hanya draf yang dapat diubah. Pengumuman yang ditolak menjadi draf lagi dengan “Revisi”.',
    },
  },
  '/announcement/:id': {
    purpose: 'Isi satu pengumuman, hasil setiap siswa, dan pengiriman pesannya.',
    terms: ['Tinjauan', 'Koreksi', 'Orang kedua'],
    questions: {
      'Hasil seorang anak ternyata salah. Apa yang dapat dilakukan?':
        'Setelah terbit, ajukan “Koreksi hasil” pada baris anak itu. Koreksi terbit setelah disetujui Kepala Sekolah atau Administrator lain.',
      'Dapatkah penerbitan dibatalkan?':
        'Tidak. Hasil langsung tampil bagi orang tua, dan setiap keluarga dikirimi satu pesan WhatsApp.',
      'Pesan untuk satu keluarga gagal. Apa yang harus dilakukan?':
        'Di “Pengiriman pesan” tekan “Kirim ulang”, atau salin permintaan agar CS menelepon. Hasilnya tetap dapat dibaca keluarga di portal.',
    },
  },
  '/admin/messages': {
    purpose:
      'Keluarga yang perlu dihubungi karena pesannya gagal, lalu semua pesan: terkirim, tertunda, dan gagal, beserta sebabnya.',
    terms: ['Template', 'Saluran', 'Jejak audit'],
    questions: {
      'Suatu pesan gagal. Apa yang dapat dilakukan?':
        'Di “Perlu dihubungi”: telepon keluarganya, atau kirim ulang ke nomornya yang sekarang. Sebabnya tertulis di sana.',
      'Apakah ada yang tahu bahwa saya membaca isi pesan?':
        'Ya. Membuka isi pesan atau nomor penerima tercatat di jejak audit.',
      'Mengapa banyak pesan menunggu?':
        'Bila Meta menahan templatenya, pesan menunggu dan berangkat sendiri setelah templatenya disetujui lagi. Laporkan kepada IT.',
    },
  },
};
