const RUPIAH = new Intl.NumberFormat('id-ID');
const DAY = new Intl.DateTimeFormat('id-ID', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** 'Rp 20.500.000'. */
export const rupiahText = (amount: number): string => `Rp ${RUPIAH.format(amount)}`;

/** '31 Agustus 2026' of `2026-08-31`. */
export const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`));
