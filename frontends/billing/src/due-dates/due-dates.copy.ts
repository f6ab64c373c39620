/** Texts of moving a due day. */
export const dueDateCopy = {
  menu: 'Tindakan lain untuk tagihan ini',
  title: 'Beri kelonggaran',
  lead: (day: string) =>
    `Jatuh tempo sekarang ${day}. Pengingat dan daftar tunggakan mengikuti tanggal baru.`,
  day: 'Jatuh tempo baru',
  dayRequired: 'Jatuh tempo baru harus diisi',
  reason: 'Alasan',
  hint: 'Dibaca orang tua di portal. Pesan WhatsApp hanya mengabarkan bahwa ada perubahan.',
  required: 'Alasan paling sedikit 10 karakter',
  save: 'Simpan',
  success: 'Berhasil',
  saved: 'Jatuh tempo diubah, dan keluarga dikabari',
  failed: 'Gagal mengubah jatuh tempo',
  note: (reason: string, name: string, day: string) => `Alasan: ${reason} (${name}, ${day})`,
  noName: 'Sekolah',
} as const;
