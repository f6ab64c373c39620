/** Texts of the account that money goes back to. */
export const accountCopy = {
  lead: 'Rekening atas nama orang tua atau pembayar lebih cepat diperiksa.',
  bank: 'Bank',
  bankPlaceholder: 'Pilih bank',
  bankRequired: 'Bank harus dipilih',
  number: 'Nomor rekening',
  numberHint: 'Angka saja',
  numberWrong: (min: number, max: number) => `Nomor rekening terdiri dari ${min} sampai ${max} angka`,
  repeat: 'Ulangi nomor rekening',
  repeatWrong: 'Nomor ini berbeda dari yang pertama',
  owner: 'Nama pemilik rekening',
  ownerHint: 'Seperti di buku tabungan',
  ownerRequired: 'Nama pemilik rekening harus diisi',
} as const;
