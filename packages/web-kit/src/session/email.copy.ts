/** Texts about an address that is not proved yet, the present or a wanted one. */
export const emailCopy = {
  unverified: 'Email belum diverifikasi.',
  pending: (email: string) =>
    `Email baru ${email} belum diverifikasi. Email lama berlaku sampai tautan di surat ke email baru dipakai.`,
  again: 'Kirim ulang',
  sending: 'Mengirim...',
  sent: (email: string) => `Surat dengan tautan verifikasi dikirim ke ${email}. Tautan berlaku 48 jam.`,
} as const;
