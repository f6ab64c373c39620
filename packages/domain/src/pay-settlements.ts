/** What the provider hands over of a day's payments, each status with its name. */
export const PAY_SETTLEMENT_STATUS_LABELS = {
  open: 'Menunggu mutasi',
  matched: 'Cocok',
  differs: 'Berbeda',
} as const;
export type PaySettlementStatus = keyof typeof PAY_SETTLEMENT_STATUS_LABELS;
export const PAY_SETTLEMENT_STATUSES = Object.keys(PAY_SETTLEMENT_STATUS_LABELS) as [
  PaySettlementStatus,
  ...PaySettlementStatus[],
];

/** Days after which money that was paid must have been handed over: a week-end, and two holidays. */
export const SETTLED_WITHIN_DAYS = 5;
