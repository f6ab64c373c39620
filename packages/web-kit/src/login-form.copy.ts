/** Texts of the login form. */
export const loginCopy = {
  identifier: 'Email atau nomor telepon',
  password: 'Password',
  forgot: 'Lupa Password',
  submit: 'Masuk',
  pending: 'Memproses...',
  identifierRequired: 'Email atau nomor telepon harus diisi',
  passwordRequired: 'Password harus diisi',
  success: 'Berhasil masuk',
  failure: 'Login gagal',
  welcome: (name: string) => `Selamat datang, ${name}!`,
} as const;
