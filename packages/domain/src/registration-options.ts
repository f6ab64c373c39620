/** Option lists of a registration, as stored and shown. */
export const HOW_KNOW_SCHOOL = [
  'MEDIA_SOSIAL',
  'TEMAN_KELUARGA',
  'WEBSITE',
  'BROSUR',
  'PAMERAN',
  'SPANDUK',
  'LAINNYA',
] as const;
export const HOW_KNOW_SCHOOL_LABELS: Readonly<Record<(typeof HOW_KNOW_SCHOOL)[number], string>> = {
  MEDIA_SOSIAL: 'Media sosial',
  TEMAN_KELUARGA: 'Teman atau keluarga',
  WEBSITE: 'Website',
  BROSUR: 'Brosur',
  PAMERAN: 'Pameran',
  SPANDUK: 'Spanduk',
  LAINNYA: 'Lainnya',
};
export const UNIFORM_SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const;
