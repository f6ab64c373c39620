const RUPIAH = new Intl.NumberFormat('id-ID');

/** 'Rp 20.500.000'. */
export const rupiahText = (amount: number): string => `Rp ${RUPIAH.format(amount)}`;
