/** Texts of a form's draft. */
export const draftCopy = {
  title: 'Lanjutkan draf?',
  text: (moment: string) => `Ada isian yang belum disimpan dari ${moment} di perangkat ini.`,
  secret: 'NIK, nomor KTP, dan nomor KK tidak disimpan dalam draf.',
  resume: 'Lanjutkan draf',
  drop: 'Buang draf',
  saved: (time: string) => `Draf tersimpan ${time}`,
} as const;
