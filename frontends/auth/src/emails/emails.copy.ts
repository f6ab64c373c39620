/** Texts of /email/verify, which the letter's link opens. */
export const verifyCopy = {
  title: 'Verifikasi email',
  lead: 'Satu langkah lagi: nyatakan bahwa alamat email ini milik Anda.',
  text: 'Tekan tombol di bawah ini. Setelah itu email dapat dipakai untuk menerima kode dan kabar bila WhatsApp tidak sampai.',
  verify: 'Verifikasi email saya',
  pending: 'Memverifikasi...',
  doneTitle: 'Email terverifikasi',
  home: 'Ke halaman utama',
  incomplete: 'Tautan ini tidak lengkap. Buka lagi dari surat yang Anda terima.',
} as const;

/** Texts of changing the address on /password. */
export const changeCopy = {
  title: 'Email',
  present: (email: string) => `Email Anda: ${email}`,
  none: 'Email Anda sebelumnya dibuktikan milik akun lain. Isi alamat email Anda yang baru.',
  proved: 'Email sudah diverifikasi.',
  change: 'Ganti email',
  email: 'Email baru',
  emailHint: 'Email lama berlaku sampai tautan di email baru dipakai.',
  password: 'Password Anda',
  submit: 'Kirim tautan ke email baru',
  pending: 'Mengirim...',
  cancel: 'Batal',
  failed: 'Email belum dapat diganti',
  sentTitle: 'Surat dikirim',
  sentText: (email: string) =>
    `Buka surat yang kami kirim ke ${email}, lalu tekan tautannya. Tautan berlaku 48 jam.`,
} as const;
