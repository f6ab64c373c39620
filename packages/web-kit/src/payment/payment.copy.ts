/** Texts that the payment of the registration fee and of an invoice share. */
export const paymentStepsCopy = {
  steps: 'Langkah pembayaran',
  step: (step: number) => `Langkah ${step} dari 2`,
  transfer: 'Transfer tepat sebesar ini',
  toProof: 'Sudah transfer, unggah bukti',
  proof: 'Kirim bukti transfer',
  back: 'Kembali',
  send: 'Kirim bukti',
  sending: 'Mengirim...',
  afterSend: 'Tim keuangan memeriksa bukti pada jam kerja. Kabarnya lewat WhatsApp.',
} as const;
