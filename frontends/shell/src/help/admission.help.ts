import { admissionFamilyHelp } from './admission-family.help.ts';
import type { AreaHelp } from './help.types.ts';

/** The help of the pages of families, registrations, documents, seats and the school. */
export const admissionHelp: AreaHelp = {
  ...admissionFamilyHelp,
  '/admin/registration': {
    purpose:
      'Semua pendaftaran, dengan pembayaran dan tahapnya. “Antrean saya” memuat pekerjaan dari semua tahun ajaran.',
    terms: ['Tahap', 'Verifikasi', 'Koreksi'],
    questions: {
      'Mengapa suatu tahap tidak dapat dipilih?':
        'Tahap hanya dilanjutkan bila biaya pendaftaran terverifikasi, dan hasil observasi hanya datang dari pengumuman.',
      'Siapa yang memverifikasi, dan siapa yang mengubah tahap?':
        'Keuangan, Administrator, dan IT memverifikasi. CS, pendidikan, Administrator, dan IT mengubah tahap.',
      'Data sebuah pendaftaran ternyata salah. Apa yang dapat dilakukan?':
        'Buka bagian “Koreksi” pada pendaftaran itu. Yang ikut berubah disebut sebelum disimpan, dan keluarga membaca alasannya.',
    },
  },
  '/admin/counter': {
    purpose: 'Keluarga yang datang ke sekolah: mencari atau membuat akunnya, lalu mengisi datanya bersama.',
    terms: ['Pendaftaran', 'Biaya pendaftaran'],
    questions: {
      'Mengapa nama dan nomornya disamarkan?':
        'Sampai keluarga di depan Anda menyebut tanggal lahir anak atau nomor pendaftaran. Setelah benar, datanya terbuka 30 menit untuk Anda.',
      'Bagaimana keluarga tanpa email masuk ke portal?':
        'Dengan nomor WhatsApp. Setelah anak pertama disimpan, nomor itu mendapat pesan untuk membuat kata sandi, berlaku 72 jam.',
      'Siapa yang memeriksa isian saya?':
        'Keluarganya, saat pertama kali masuk. Yang belum diperiksa dalam empat minggu dianggap sudah dilihat.',
    },
  },
  '/admin/dapodik': {
    purpose:
      'Data anak yang diterima untuk Dapodik: berapa yang lengkap, apa yang kurang, dan buku kerjanya.',
    terms: ['Jenjang'],
    questions: {
      'Mengapa pekerjaan atau penghasilan dianggap kurang?':
        'Pilihan di portal kadang mencakup beberapa kode Dapodik, misalnya D1-D3 atau Guru. Yang tidak berpasangan satu-satu ditanyakan lagi kepada keluarga.',
      'Seberapa sering keluarga dapat diminta?':
        'Sekali dalam 3 hari. Keluarga mendapat satu pesan, berapa pun anaknya, dan mengisi di “Data Dapodik”.',
      'Apakah portal mengirim data ke Dapodik?':
        'Tidak. Buku kerja diunduh setelah Anda membuktikan diri sekali lagi, tercatat di jejak audit, dan Anda sendiri yang memasukkannya.',
    },
  },
  '/admin/import': {
    purpose:
      'Daftar anak dari Excel atau CSV: dibaca dulu, diperbaiki, lalu menjadi keluarga, anak, dan pendaftaran.',
    terms: ['Pendaftaran', 'Biaya pendaftaran', 'Jenjang'],
    questions: {
      'Kapan keluarga mendapat pesan?':
        'Setelah Anda menekan “Undang”. Pesan uji ke nomor Anda dikirim lebih dahulu; tanpa undangan tidak ada pesan yang keluar.',
      'Mengapa sebuah baris tidak bisa diimpor?':
        'Keterangannya menyebut sel dan sebabnya. Perbaiki di tempat, tinggalkan, atau unduh daftarnya dengan keterangan itu.',
      'Dapatkah impor dibatalkan?':
        'Ya, dalam 24 jam oleh Administrator. Yang sudah disentuh keluarga atau staf tetap ada, dan disebutkan.',
    },
  },
  '/admin/families/:id': {
    purpose:
      'Satu keluarga: anak-anaknya, yang ditunggu, uangnya, dan catatan telepon, sejauh peran Anda boleh melihatnya.',
    terms: ['Pendaftaran', 'Tahap'],
    questions: {
      'Dapatkah catatan telepon diubah?':
        'Tidak. Tulis catatan baru bila ada yang keliru; setiap catatan memuat siapa yang menulis dan kapan.',
      'Apakah keluarga dapat membaca catatan ini?':
        'Ya. Catatan ikut dalam unduhan data keluarga, jadi tulis yang dibicarakan saja.',
      'Mengapa tagihan atau pesan tidak terlihat?':
        'Setiap bagian hanya untuk peran yang juga boleh membuka daftarnya.',
    },
  },
  '/admin/documents': {
    purpose:
      'Membandingkan dokumen dari keluarga dengan isiannya, lalu menerima atau mengembalikannya. “Menunggu” memuat semua tahun ajaran.',
    terms: ['Jenis dokumen', 'Kiriman', 'Antrean'],
    questions: {
      'Apa yang dibaca keluarga bila dokumen dikembalikan?': 'Alasan yang dipilih atau ditulis, apa adanya.',
      'Mengapa saya tidak dapat memutuskan suatu dokumen?':
        'CS, TU, dan Administrator yang memeriksa. Dokumen keluarga sendiri diperiksa oleh rekan lain.',
      'Apa arti “Perlu diperiksa lagi”?':
        'Isian yang sudah ditandai sama kemudian berubah, jadi perlu dicocokkan lagi.',
    },
  },
  '/admin/calendar': {
    purpose: 'Kapan dan di mana anak diobservasi, oleh siapa, dan siapa yang ada di setiap jadwal.',
    terms: ['Jenjang'],
    questions: {
      'Bagaimana jadwal masuk ke kalender di ponsel saya?':
        'Buat alamat di “Kalender langganan”, lalu tambahkan ke Google Kalender, Apple, atau Outlook sebagai langganan. Isinya waktu, tempat, dan nomor pendaftaran, tanpa nama. Cabut alamatnya bila jatuh ke orang lain.',
      'Bagaimana membuat banyak jadwal sekaligus?':
        'Tekan “Rencanakan”. Hari libur dan waktu salat dilewati, masing-masing dengan alasannya; tidak ada yang tersimpan sebelum Anda menekan “Buat”.',
      'Kapan keluarga memilih sendiri?':
        'Setelah biayanya terverifikasi, selama jadwalnya diterbitkan dan masih ada tempat.',
    },
  },
  '/admin/scores/:id': {
    purpose: 'Satu lembar dari setiap penilai tentang seorang anak, menurut rubrik jenjangnya.',
    terms: ['Jenjang'],
    questions: {
      'Siapa yang membaca lembar ini?':
        'Kepala sekolah dan administrator, dan penilai lain sesudah mengirim lembarnya sendiri. Keluarga tidak pernah membacanya.',
      'Bolehkah ada butir yang kosong?':
        'Boleh. Butir yang tidak terlihat dikosongkan; untuk mengirim, sedikitnya 60 persen bobot harus diisi.',
      'Bagaimana bila salah mengirim?':
        'Kepala sekolah dapat membukanya lagi dengan alasan, sampai hasilnya diumumkan.',
    },
  },
  '/admin/rubrics': {
    purpose: 'Butir yang dilihat penilai saat observasi, satu rubrik yang berlaku di setiap jenjang.',
    terms: ['Jenjang'],
    questions: {
      'Mengapa rubrik yang berlaku tidak dapat diubah?':
        'Agar lembar semua anak dapat dibandingkan. Bukalah rubriknya: yang disimpan menjadi draf baru, dan draf itu berlaku setelah diberlakukan.',
      'Mengapa sebuah kata ditandai?':
        'Untuk SD kelas 1 tes baca, tulis, dan hitung dilarang (Permendikdasmen 3/2025). Rubrik dengan kata itu hanya berlaku bila kepala sekolah memastikan tidak ada tes.',
      'Bagaimana menulis butir yang baik?':
        'Tulis yang terlihat, bukan yang dirasa: "Memakai sepatu sendiri dalam 3 menit" dan bukan "mandiri".',
    },
  },
  '/admin/calendar/:slotId': {
    purpose: 'Siapa yang datang ke satu jadwal observasi, ditandai di pintu dengan ponsel.',
    terms: ['Tahap'],
    questions: {
      'Apa yang terjadi bila koneksi terputus?':
        'Tandai saja terus. Tandanya disimpan di perangkat ini dan dikirim sendiri begitu ada koneksi; sampai saat itu tertulis “Belum terkirim”.',
      'Dapatkah tanda yang salah dikoreksi?':
        'Pada hari ia ditandai, oleh staf pendidikan dan Administrator. Sesudahnya tahapnya diubah di pendaftaran anak itu.',
      'Apa akibat “Tutup daftar”?':
        'Setiap anak yang belum ditandai menjadi tidak hadir. Keluarganya dapat memilih jadwal sekali lagi.',
    },
  },
  '/admin/document-types': {
    purpose: 'Dokumen apa yang diminta dari keluarga, kapan, dan mengapa.',
    terms: ['Jenis dokumen', 'Jenjang', 'Daftar ulang'],
    questions: {
      'Apa akibat dokumen wajib yang belum ada?':
        'Menurut pilihan “Bila belum ada”: hanya terlihat, keluarga diingatkan, atau tahapnya tertahan.',
      'Apa yang terjadi bila suatu jenis ditutup?':
        'Keluarga tidak diminta lagi mengirimnya. Yang sudah dikirim tetap tersimpan.',
      'Siapa yang dapat mengubahnya?': 'TU dan Administrator.',
    },
  },
  '/admin/correction-requests': {
    purpose: 'Permintaan keluarga untuk mengoreksi data, dan keberatannya atas koreksi sekolah.',
    terms: ['Koreksi', 'Keberatan'],
    questions: {
      'Apakah data berubah dengan menjawab permintaan?':
        'Tidak. Koreksinya dibuat di pendaftaran anak itu, pada bagian “Koreksi”.',
      'Di mana keluarga membaca jawabannya?': 'Di riwayat pendaftaran anaknya.',
      'Siapa yang menjawab?': 'CS, TU, dan Administrator.',
    },
  },
  '/admin/withdrawals': {
    purpose: 'Keluarga yang mundur, dan permintaan mundur setelah daftar ulang diproses.',
    terms: ['Daftar ulang', 'Kursi'],
    questions: {
      'Kapan keluarga mundur sendiri, dan kapan ia meminta?':
        'Sampai daftar ulangnya diproses ia mundur sendiri. Sesudahnya ia meminta, dan sekolah memutuskan.',
      'Apa yang terjadi bila permintaan disetujui?':
        'Kursi dilepas, daftar ulang dan tagihan yang belum dibayar dibatalkan. Yang sudah dibayar tetap tercatat.',
      'Siapa yang memutuskan?': 'Kepala sekolah dan Administrator. Keluarga membaca alasannya.',
    },
  },
  '/admin/proof-alerts': {
    purpose: 'Bukti pembayaran yang sama atau mirip dengan bukti lain, untuk dibandingkan dan diputuskan.',
    terms: ['Bukti ganda', 'Verifikasi', 'Mutasi'],
    questions: {
      'Apa akibatnya selama belum diputuskan?': 'Kedua pembayaran tidak dapat diverifikasi.',
      'Apa akibat “Bukti dipakai ulang”?':
        'Bukti yang dikirim kemudian tertutup sampai keluarganya mengirim bukti baru.',
      'Dapatkah “Bukti dipakai ulang” ditarik kembali?':
        'Ya, dengan “Batalkan: bukan bukti ganda” beserta catatannya.',
    },
  },
  '/admin/reports': {
    purpose: 'Angka penerimaan, dan menurut peran Anda juga kas, tunggakan, pekerjaan, dan pesan.',
    terms: ['Corong penerimaan', 'Gelombang', 'Jatuh tempo'],
    questions: {
      'Mengapa rekan saya melihat bagian lain?':
        'Setiap peran melihat laporan yang menyangkut tugasnya. “Penerimaan” dapat dilihat semua staf.',
      'Apakah terlihat siapa yang bekerja cepat atau lambat?':
        'Tidak. Selain jumlah menurut peran, Anda hanya melihat angka Anda sendiri.',
      'Dapatkah laporan dibawa keluar portal?': 'Ya, dengan “Cetak” atau “Ekspor”.',
    },
  },
  '/admin/years': {
    purpose: 'Tahun ajaran sekolah, dan mana yang dapat dipilih keluarga saat mendaftar.',
    terms: ['Gelombang'],
    questions: {
      'Apa beda direncanakan dan dibuka?':
        'Tahun yang direncanakan hanya dilihat staf. Setelah dibuka, keluarga dapat memilihnya, dengan gelombang bila jenjangnya memakainya.',
      'Siapa yang dapat membuka tahun ajaran?':
        'Kepala sekolah dan Administrator. Tahun yang diisi di penyiapan sekolah terbuka saat penyiapan itu diaktifkan.',
      'Bagaimana menutup tahun ajaran?':
        'Tekan Penutupan, pilih apa yang terjadi pada yang tersisa, lalu minta penutupan. Orang kedua dari peran lain menyetujuinya. Dalam 30 hari tahun itu dapat dibuka kembali.',
    },
  },
  '/admin/waves': {
    purpose: 'Kapan setiap jenjang menerima pendaftaran, berapa banyak, dan dengan biaya apa.',
    terms: ['Gelombang', 'Jenjang', 'Biaya pendaftaran'],
    questions: {
      'Apa yang terjadi pada jenjang tanpa gelombang?':
        'Jenjang itu menerima pendaftaran kapan saja selama sekolah dibuka.',
      'Kapan biaya gelombang sendiri berlaku?':
        'Setelah dipastikan keuangan atau Administrator yang bukan pengisinya. Sampai itu berlaku biaya jenjang.',
      'Dapatkah gelombang dihapus?':
        'Hanya yang belum punya pendaftaran. Yang lain dapat dibatalkan; pendaftaran yang sudah ada tetap.',
    },
  },
  '/admin/seats': {
    purpose: 'Kursi setiap kelas, kursi yang ditawarkan, dan anak yang menunggu.',
    terms: ['Kursi', 'Tawaran kursi', 'Daftar tunggu'],
    questions: {
      'Dapatkah seorang anak dinaikkan di daftar tunggu?':
        'Tidak, urutan dihitung dari aturan. Kepala Sekolah atau Administrator dapat menawarkan kursi di luar urutan, dengan alasan.',
      'Berapa kali batas jawaban dapat diperpanjang?':
        'Tiga kali, dengan alasan, dan tidak melewati akhir masa penawaran.',
      'Kursi dilepas, tetapi tetap dipegang. Mengapa?':
        'Bila daftar ulangnya sudah diproses atau ada pembayaran yang terverifikasi, kursi tetap dipegang keluarga itu.',
    },
  },
  '/admin/setup': {
    purpose: 'Identitas, jenjang, biaya, rekening, dan teks sekolah.',
    terms: ['Draf', 'Orang kedua', 'Jenjang'],
    questions: {
      'Kapan perubahan berlaku?':
        'Setelah drafnya diaktifkan di “Periksa & aktifkan”. Perubahan rekening menunggu 24 jam lagi.',
      'Mengapa saya tidak dapat mengaktifkan draf?':
        'Biaya dan rekening diaktifkan keuangan atau Administrator yang tidak ikut mengubahnya; yang lain oleh Kepala Sekolah atau Administrator.',
      'Apakah pendaftaran yang sudah ada ikut berubah?':
        'Tidak. Pendaftaran dan tagihan yang sudah ada tetap memakai angkanya.',
    },
  },
  '/admin/audit': {
    purpose: 'Siapa melakukan apa di portal, dan kapan.',
    terms: ['Jejak audit', 'Peran'],
    questions: {
      'Dapatkah suatu baris diubah atau dihapus?':
        'Tidak di portal. Pengelola server dapat memeriksa bahwa tidak ada baris yang diubah atau hilang.',
      'Apakah membaca data juga tercatat?':
        'Ya untuk data pribadi, misalnya membuka data pendaftaran atau mengekspornya.',
      'Bagaimana melihat yang dilakukan satu orang?':
        'Cari namanya, lalu pilih tindakan dan tanggal. Setiap bagian portal punya jejaknya sendiri.',
    },
  },
  '/admin/erasure-requests': {
    purpose: 'Permintaan orang tua agar datanya dihapus, dan batas waktu menjawabnya.',
    terms: ['Penghapusan data', 'Tagihan'],
    questions: {
      'Kapan suatu permintaan harus dijawab?': 'Paling lambat 3 × 24 jam sejak diajukan.',
      'Apa yang tetap disimpan?': 'Tagihan dan pembayarannya, selama 10 tahun.',
      'Dapatkah persetujuan dibatalkan?':
        'Tidak. Akun, profil, anak, pendaftaran, dan berkas langsung dihapus.',
    },
  },
};
