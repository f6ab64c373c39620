/** Texts of the help that are the same on every page. */
export const helpCopy = {
  terms: 'Istilah di halaman ini',
  questions: 'Pertanyaan',
  keys: 'Pintasan papan ketik',
  find: 'Cari dari mana saja',
  open: 'Buka bantuan ini',
  enabled: 'Pakai pintasan satu huruf',
} as const;
