import type { Factor } from '@gerbang/contracts/factors';
import { formatDateLong } from '@gerbang/web-kit/page/format';

/** Texts about the second step. */
export const factorsCopy = {
  title: 'Verifikasi dua langkah',
  lead: 'Setelah password, portal meminta satu bukti lagi bahwa ini Anda. Orang yang tahu password Anda pun tidak dapat masuk.',
  on: 'Aktif',
  off: 'Belum aktif',
  loading: 'Memuat verifikasi dua langkah...',
  loadFailed: 'Verifikasi dua langkah tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  dutyTitle: 'Aktifkan verifikasi dua langkah dulu',
  dutyText: (role: string) =>
    `Akun dengan peran ${role} wajib memakai verifikasi dua langkah. Pilih salah satu cara di bawah; setelah itu semua halaman terbuka kembali.`,
  requiredText: (role: string) => `Akun dengan peran ${role} wajib memakai verifikasi dua langkah.`,

  passkeys: 'Kunci sandi (passkey)',
  passkeysLead:
    'Sidik jari, wajah, atau PIN perangkat Anda. Paling cepat, dan tidak dapat ditipu situs palsu.',
  passkeysUnknown:
    'Browser ini tidak mengenal kunci sandi. Pakai aplikasi autentikator, atau buka halaman ini di browser lain.',
  addPasskey: 'Tambah kunci sandi',
  anotherPasskey: 'Tambah kunci sandi lain',
  totp: 'Aplikasi autentikator',
  totpLead:
    'Kode enam angka dari aplikasi di ponsel, misalnya Google Authenticator atau Aegis. Bekerja tanpa internet.',
  addTotp: 'Siapkan aplikasi',

  added: (moment: string) => `Ditambahkan ${formatDateLong(moment)}`,
  used: (moment: string | null) =>
    moment === null ? 'Belum pernah dipakai' : `Terakhir dipakai ${formatDateLong(moment)}`,
  codesLeft: (count: number) => `Kode pemulihan: ${count} dari 10 belum terpakai.`,
  codesGone: 'Kode pemulihan habis. Tanpa kode, ponsel atau kunci yang hilang menutup akun Anda.',
  renew: 'Buat kode baru',
  renewTitle: 'Buat sepuluh kode pemulihan baru?',
  renewText: 'Semua kode yang lama tidak berlaku lagi, juga yang sudah Anda cetak atau simpan.',
  renewing: 'Membuat...',
  renewFailed: 'Gagal membuat kode pemulihan',

  remove: 'Hapus',
  removeOf: (name: string) => `Hapus ${name}`,
  removeTitle: (factor: Factor) =>
    factor.kind === 'passkey' ? 'Hapus kunci sandi ini?' : 'Hapus aplikasi autentikator?',
  removeText: (name: string) => `${name} tidak dapat dipakai lagi untuk masuk.`,
  removeLast: 'Setelah ini akun Anda hanya dijaga oleh password, dan kode pemulihan Anda tidak berlaku lagi.',
  removing: 'Menghapus...',
  removed: 'Berhasil',
  removedText: (name: string) => `${name} dihapus`,
  removeFailed: 'Gagal menghapus',

  success: 'Verifikasi dua langkah aktif',
  passkeyAdded: (name: string) => `Kunci sandi "${name}" ditambahkan`,
  totpAdded: 'Aplikasi autentikator siap dipakai',
} as const;

/** Texts of the dialogs that add a factor. */
export const addingCopy = {
  passkeyTitle: 'Tambah kunci sandi',
  passkeyLead: 'Beri nama, lalu ikuti petunjuk perangkat Anda: sidik jari, wajah, atau PIN.',
  name: 'Nama kunci sandi',
  nameHint: 'Agar Anda mengenalinya nanti, misalnya "HP Ibu" atau "Laptop kantor".',
  nameRequired: 'Nama harus diisi',
  passkeySend: 'Lanjutkan',
  passkeyPending: 'Menunggu perangkat Anda...',
  passkeyCancelled: 'Perangkat Anda belum membuat kunci sandi. Tekan Lanjutkan untuk mencoba lagi.',
  passkeyKnown: 'Perangkat ini sudah terdaftar untuk akun Anda.',
  passkeyFailed: 'Gagal menambah kunci sandi',
  passkeyImpossible:
    'Perangkat ini tidak dapat membuat kunci sandi. Coba perangkat lain, atau pakai aplikasi autentikator.',

  totpTitle: 'Siapkan aplikasi autentikator',
  totpLoading: 'Menyiapkan...',
  totpFailed: 'Gagal menyiapkan aplikasi autentikator',
  totpScan: 'Buka aplikasi autentikator di ponsel, lalu pindai kode ini.',
  totpHere: 'Buka aplikasi autentikator di ponsel ini. Portal mengirimkan kuncinya.',
  qr: 'Kode QR untuk aplikasi autentikator',
  open: 'Buka aplikasi di perangkat ini',
  byHand: 'Atau ketik kunci ini di aplikasi:',
  secret: 'Kunci rahasia',
  copySecret: 'Salin kunci rahasia',
  secretCopied: 'Kunci rahasia disalin',
  code: 'Kode dari aplikasi',
  codeHint: 'Enam angka yang sedang tampil di aplikasi.',
  codeForm: 'Kode OTP harus berupa 6 digit angka',
  activate: 'Aktifkan',
  activating: 'Memeriksa...',
} as const;

/** Texts of the recovery codes. */
export const recoveryCopy = {
  title: 'Simpan kode pemulihan Anda',
  lead: 'Dengan salah satu kode ini Anda tetap dapat masuk bila ponsel atau kunci Anda hilang. Kode hanya ditampilkan sekarang, dan setiap kode berlaku sekali.',
  list: 'Kode pemulihan',
  copy: 'Salin',
  copied: 'Disalin',
  download: 'Unduh',
  print: 'Cetak',
  file: 'kode-pemulihan.txt',
  fileHead: (site: string, email: string) =>
    `Kode pemulihan ${site}\nAkun: ${email}\nSetiap kode berlaku sekali.\n`,
  kept: 'Saya sudah menyimpan kode ini di tempat yang aman',
  keptRequired: 'Simpan dulu kodenya, lalu centang kotak di atas. Kode tidak dapat ditampilkan lagi.',
  done: 'Selesai',
} as const;
