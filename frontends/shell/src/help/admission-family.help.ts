import type { AreaHelp } from './help.types.ts';

/** The help of a family's own pages in admission. */
export const admissionFamilyHelp: AreaHelp = {
  '/profile': {
    purpose: 'Data ayah, ibu, kontak, dan alamat keluarga Anda.',
    terms: ['Nomor kontak', 'NIK'],
    questions: {
      'Haruskah semuanya diisi sekarang?':
        'Tidak. Boleh diisi sebagian dan disimpan dahulu; anak tetap dapat didaftarkan.',
      'Untuk apa nomor kontak diverifikasi?':
        'Setelah diverifikasi, nomor ini juga dapat dipakai untuk masuk.',
      'Halaman tertutup sebelum saya menyimpan. Hilangkah isiannya?':
        'Isian disimpan sebagai draf di perangkat ini. Buka lagi halaman ini untuk melanjutkannya.',
    },
  },
  '/children': {
    purpose: 'Data anak-anak Anda yang akan didaftarkan.',
    terms: ['Pendaftaran', 'NIK'],
    questions: {
      'Apa yang wajib diisi?': 'Cukup nama dan tanggal lahir, sisanya bisa nanti.',
      'Dapatkah data anak dihapus?':
        'Ya, selama biaya pendaftarannya belum dibayar. Pendaftarannya yang belum dibayar ikut dihapus.',
      'Mengapa ada peringatan di samping NIK?':
        'NIK tidak sesuai dengan tanggal lahir atau jenis kelamin yang diisi. Periksa lagi; data tetap dapat disimpan.',
    },
  },
  '/children/:childId/dokumen': {
    purpose: 'Dokumen yang diminta sekolah untuk anak ini, dan yang sudah Anda kirim.',
    terms: ['Jenis dokumen', 'Kiriman', 'Observasi'],
    questions: {
      'Berkas seperti apa yang diterima?':
        'Foto yang terbaca; untuk sebagian dokumen juga PDF, paling besar 5 MB. Foto kami kecilkan otomatis.',
      'Dokumen saya perlu diulang. Apa yang harus dilakukan?': 'Baca alasannya, lalu kirim sekali lagi.',
      'Bagaimana saya tahu bahwa dokumen diterima?':
        'Statusnya berubah di halaman ini, dan kami kabari lewat WhatsApp setelah diperiksa.',
    },
  },
  '/registrations': {
    purpose: 'Pendaftaran anak-anak Anda, biayanya, dan tahapnya.',
    terms: ['Pendaftaran', 'Biaya pendaftaran', 'Gelombang'],
    questions: {
      'Sampai kapan jenjang atau kelas dapat diubah?':
        'Sampai bukti pembayaran dikirim. Sesudah itu tekan “Ada yang salah? Minta koreksi” pada pendaftarannya.',
      'Mengapa anak belum dapat didaftarkan ke suatu jenjang?':
        'Gelombangnya belum dibuka, sudah ditutup, atau sudah penuh.',
      'Di mana saya membaca tanggal dan tempat observasi?':
        'Di “Riwayat Tahapan” pada pendaftarannya, dan di Dashboard.',
    },
  },
  '/registrations/bayar': {
    purpose: 'Membayar biaya pendaftaran beberapa anak dengan satu transfer dan satu bukti.',
    terms: ['Biaya pendaftaran', 'Bukti transfer', 'Verifikasi'],
    questions: {
      'Biaya mana yang dapat dibayar sekaligus?':
        'Dua sampai sepuluh biaya pendaftaran yang belum dibayar ke rekening yang sama.',
      'Bolehkah mentransfer satu per satu?':
        'Tidak di halaman ini: transfer dalam satu kali. Untuk satu biaya, bayar dari kartu pendaftarannya.',
      'Anak yang dipilih keliru. Apa yang harus dilakukan?': 'Tekan “Ubah pilihan” sebelum mengirim bukti.',
    },
  },
  '/registrations/:registrationId/bayar': {
    purpose: 'Mentransfer biaya pendaftaran satu anak, lalu mengirim buktinya.',
    terms: ['Biaya pendaftaran', 'Nominal unik', 'Bukti transfer'],
    questions: {
      'Mengapa jumlahnya tidak bulat?':
        'Bila sekolah memakai nominal unik, angka terakhirnya membuat pembayaran Anda dikenali. Transfer tepat seperti yang tertulis.',
      'Berkas apa yang diterima sebagai bukti?':
        'JPG, PNG, atau GIF, paling besar 5 MB. Foto dari ponsel kami kecilkan otomatis.',
      'Bukti yang saya kirim keliru. Dapatkah diganti?':
        'Ya, selama belum terverifikasi: buka “Kelola bukti”, lalu ganti atau hapus buktinya.',
    },
  },
  '/dapodik': {
    purpose: 'Isian anak yang sudah diterima untuk Dapodik, pendataan siswa dari pemerintah.',
    terms: ['Pendaftaran'],
    questions: {
      'Perlukah menekan “Simpan”?':
        'Tidak. Setiap isian tersimpan begitu dipilih, atau begitu Anda pindah ke isian lain.',
      'Mengapa ada isian yang tidak ditanyakan?':
        'Yang sudah ada di biodata orang tua atau anak tidak ditanyakan lagi.',
      'Siapa yang membaca isian ini?':
        'Staf tata usaha dan administrator sekolah, untuk memasukkannya ke Dapodik. Portal tidak mengirimnya ke mana pun.',
    },
  },
  '/privacy': {
    purpose: 'Mengunduh semua data keluarga Anda, atau meminta data itu dihapus.',
    terms: ['Penghapusan data'],
    questions: {
      'Apa isi berkas yang diunduh?':
        'Semua data keluarga Anda di portal ini, dan siapa saja dari sekolah yang pernah melihatnya.',
      'Kapan permintaan penghapusan dijawab?': 'Paling lambat 3 × 24 jam. Kabarnya dikirim lewat WhatsApp.',
      'Apakah semuanya dihapus?': 'Tidak semuanya: halaman ini menyebut apa yang wajib disimpan sekolah.',
    },
  },
};
