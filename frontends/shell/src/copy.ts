/** Texts of the shell; the specified ones to the letter. */
export const copy = {
  product: 'Penerimaan Murid Baru',
  foundation: 'Yayasan Pendidikan',
  skip: 'Langsung ke isi halaman',
  loading: 'Memuat...',
  fallbackName: 'User',
  userMenu: 'Menu pengguna',
  help: 'Butuh bantuan? WhatsApp panitia',
  notices: 'Lisensi perangkat lunak',
  places: {
    label: 'Tempat utama',
    home: 'Beranda',
    children: 'Anak',
    registrations: 'Daftar',
    invoices: 'Tagihan',
    more: 'Lainnya',
    waiting: ', ada yang menunggu Anda',
  },
  landing: {
    title: 'Daftarkan putra-putri Anda dengan tenang',
    lead: 'Satu tempat untuk seluruh proses penerimaan murid baru: membuat akun, melengkapi biodata, hingga mengikuti setiap tahapan pendaftaran langsung dari ponsel Anda.',
    stepsTitle: 'Tiga langkah untuk memulai',
    steps: [
      {
        title: 'Masuk dengan email atau nomor telepon',
        text: 'Gunakan akun yang sudah terdaftar, atau buat akun baru lebih dahulu.',
      },
      {
        title: 'Lengkapi profil orang tua/wali',
        text: 'Isi data ayah, ibu, kontak, dan alamat sesuai dokumen.',
      },
      {
        title: 'Tunggu tahap berikutnya untuk mendaftarkan murid',
        text: 'Kami mengabari Anda lewat WhatsApp saat ada perkembangan.',
      },
    ],
    loginTitle: 'Masuk ke akun Anda',
    loginNote: 'Akun yang sudah terdaftar dapat masuk dengan email atau nomor telepon.',
    noAccount: 'Belum punya akun?',
    register: 'Daftar akun baru',
  },
  auth: {
    title: 'Masuk atau daftar',
    lead: 'Akun yang sudah terdaftar dapat masuk dengan email atau nomor telepon.',
    tabs: 'Masuk atau daftar',
    login: 'Masuk',
    register: 'Daftar',
    idle: 'Sesi Anda berakhir karena lama tidak digunakan. Silakan masuk kembali untuk melanjutkan.',
  },
  denied: {
    default: 'Anda tidak memiliki akses ke halaman ini.',
    users: 'Hanya administrator dan finance yang dapat mengakses halaman ini.',
    role: (role: string) => `Peran Anda: ${role}`,
  },
  notFound: {
    title: '404 Page Not Found',
    hint: 'Halaman ini tidak ada di daftar halaman aplikasi. Periksa kembali alamatnya, atau kembali ke halaman awal.',
    home: 'Ke halaman awal',
  },
  failure: {
    remoteTitle: 'Halaman gagal dimuat',
    remoteText: 'Bagian ini tidak dapat diambil dari server. Periksa koneksi Anda, lalu coba lagi.',
    threwTitle: 'Terjadi kesalahan di halaman ini',
    threwText: 'Bagian lain tetap dapat digunakan. Silakan coba lagi.',
    sessionTitle: 'Layanan sedang tidak tersedia',
    retry: 'Coba lagi',
  },
} as const;
