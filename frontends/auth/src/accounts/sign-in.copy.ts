/** Texts of the registration. The shell has those of /auth, web-kit those of the login form. */
export const registerCopy = {
  name: 'Nama lengkap',
  nameHint: 'Nama ayah, ibu, atau wali',
  phone: 'Nomor telepon (WhatsApp)',
  phoneHint: 'Contoh: 0812-3456-7890. Kode dan kabar pendaftaran dikirim ke nomor ini.',
  email: 'Email',
  password: 'Password',
  passwordHint: 'Minimal 8 karakter. Boleh berupa kalimat.',
  confirmPassword: 'Konfirmasi password',
  submit: 'Daftar',
  pending: 'Memproses...',
  success: 'Registrasi berhasil',
  welcome: (name: string) => `Selamat datang, ${name}! Akun Anda telah dibuat.`,
  failure: 'Registrasi gagal',
} as const;
