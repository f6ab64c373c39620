/** The states of an invoice, as shown. */
export const INVOICE_STATUSES = [
  'pending',
  'partially_paid',
  'awaiting_verification',
  'verified',
  'payment_rejected',
  'overdue',
  'void',
] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const INVOICE_LABELS: Readonly<Record<InvoiceStatus, string>> = {
  pending: 'Belum bayar',
  partially_paid: 'Dibayar Sebagian',
  awaiting_verification: 'Menunggu Verifikasi',
  verified: 'Lunas',
  payment_rejected: 'Pembayaran Ditolak',
  overdue: 'Terlambat',
  void: 'Dibatalkan',
};

/** The facts that an invoice's state is derived from; amounts in whole rupiah. */
export interface InvoiceFacts {
  readonly total_amount: number;
  /** `YYYY-MM-DD`. */
  readonly due_date: string;
  /** Sum of the verified payments. */
  readonly amount_paid: number;
  /** A payment waits for verification. */
  readonly waiting: boolean;
  /** The newest payment was rejected. */
  readonly rejected: boolean;
  /** The school took it back: nothing is asked by it any more. */
  readonly voided?: object | null;
}

export interface InvoiceState {
  readonly status: InvoiceStatus;
  /** Whether a payment can be sent now: the status below the marks is `pending` or `partially_paid`. */
  readonly payable: boolean;
  readonly overdue: boolean;
  readonly remaining: number;
}

function underlyingStatus({ total_amount, amount_paid, waiting, voided }: InvoiceFacts): InvoiceStatus {
  if (voided) return 'void';
  if (waiting) return 'awaiting_verification';
  if (amount_paid >= total_amount) return 'verified';
  return amount_paid > 0 ? 'partially_paid' : 'pending';
}

/**
 * The state of an invoice: the status that follows from its payments, and over `pending` and `partially_paid` two
 * marks, of which `payment_rejected` wins.
 */
export function invoiceState(facts: InvoiceFacts, today: string): InvoiceState {
  const underlying = underlyingStatus(facts);
  const payable = underlying === 'pending' || underlying === 'partially_paid';
  const overdue = payable && facts.due_date < today;
  const mark = facts.rejected ? 'payment_rejected' : overdue ? 'overdue' : underlying;
  return {
    status: payable ? mark : underlying,
    payable,
    overdue,
    remaining: facts.total_amount - facts.amount_paid,
  };
}

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
