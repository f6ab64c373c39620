/** Texts of leaving a form in a sheet. */
export const dialogCopy = {
  close: 'Tutup',
  leaveTitle: 'Tinggalkan isian ini?',
  stay: 'Lanjut mengisi',
  leave: 'Tinggalkan',
  /** By what of the form stays on the device. */
  kept: {
    proof: 'Bukti yang sudah diunggah tetap kami simpan di perangkat ini.',
    draft: 'Isian Anda tetap kami simpan di perangkat ini.',
    nothing: 'Isian Anda belum disimpan.',
  },
} as const;

/** What of an unsent form stays on the device. */
export type Kept = keyof typeof dialogCopy.kept;
