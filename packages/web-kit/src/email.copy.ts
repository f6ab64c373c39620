/** Texts about an address that is not proved yet. */
export const emailCopy = {
  unverified: 'Email belum diverifikasi.',
  again: 'Kirim ulang',
  sending: 'Mengirim...',
  sent: (email: string) => `Surat dengan tautan verifikasi dikirim ke ${email}. Tautan berlaku 48 jam.`,
} as const;
