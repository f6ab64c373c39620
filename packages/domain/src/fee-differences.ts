/** What finance does about a registration fee that differs from what was paid, because level or year was corrected. */
export const FEE_WAYS = ['ask', 'leave', 'give_back'] as const;
export type FeeWay = (typeof FEE_WAYS)[number];

export const FEE_WAY_LABELS: Readonly<Record<FeeWay, string>> = {
  ask: 'Diminta dari keluarga',
  leave: 'Dibiarkan',
  give_back: 'Dikembalikan ke keluarga',
};

/** The ways for a difference in rupiah: what is missing may be asked for, what was too much may be given back. */
export const waysOf = (amount: number): readonly FeeWay[] => [amount > 0 ? 'ask' : 'give_back', 'leave'];
