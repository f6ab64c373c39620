/** Ranges of days by which an open amount is overdue. */
export const AGEING_BUCKETS = ['not_due', '1_30', '31_60', '61_90', 'over_90'] as const;
export type AgeingBucket = (typeof AGEING_BUCKETS)[number];

export const AGEING_LABELS: Readonly<Record<AgeingBucket, string>> = {
  not_due: 'Belum jatuh tempo',
  '1_30': '1–30 hari',
  '31_60': '31–60 hari',
  '61_90': '61–90 hari',
  over_90: 'Lebih dari 90 hari',
};

const DAY_MS = 86_400_000;

/** The bucket of an invoice that is due on one day, as seen on another; days are `YYYY-MM-DD`. */
export function ageingBucket(dueDate: string, today: string): AgeingBucket {
  const late = (Date.parse(`${today}T00:00:00Z`) - Date.parse(`${dueDate}T00:00:00Z`)) / DAY_MS;
  if (late <= 0) return 'not_due';
  if (late <= 30) return '1_30';
  if (late <= 60) return '31_60';
  return late <= 90 ? '61_90' : 'over_90';
}
