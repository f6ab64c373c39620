/** Texts of /password. */
export const passwordCopy = {
  currentPassword: 'Password saat ini',
  newPassword: 'Password baru',
  newPasswordHint: 'Minimal 8 karakter.',
  confirmPassword: 'Konfirmasi password baru',
  submit: 'Ubah Password',
  pending: 'Menyimpan...',
  cancel: 'Batal',
  success: 'Password berhasil diubah',
  failure: 'Gagal mengubah password',
  mustTitle: 'Buat password Anda sendiri dulu',
  mustText:
    'Password Anda saat ini dibuat oleh administrator dan hanya berlaku sementara. Demi keamanan, gantilah sekarang; setelah itu semua halaman terbuka kembali.',
  tipsTitle: 'Tips keamanan password',
  tips: [
    'Gunakan minimal 8 karakter; kalimat yang panjang lebih kuat daripada kata yang rumit.',
    'Jangan memakai nama, email, atau nomor telepon Anda.',
    'Jangan memakai password yang sama dengan akun lain.',
    'Jangan memberikan password atau kode OTP kepada siapa pun, termasuk panitia.',
  ],
  othersLeave: 'Perangkat lain yang masuk dengan akun ini akan dikeluarkan.',
} as const;
