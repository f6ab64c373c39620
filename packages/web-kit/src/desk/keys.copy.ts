/** Texts of the list of single keys. */
export const keysCopy = {
  title: 'Pintasan papan ketik',
  open: 'Pintasan',
  enabled: 'Pakai pintasan satu huruf',
  close: 'Tutup',
} as const;
