import { PAY_CHANNEL_LABELS, type PayChannel } from './pay-requests.ts';
import { edgeFor, type Machine, next } from './transitions.ts';

/** The states of the registration fee. */
export const PAYMENT_STATUSES = ['pending', 'paid', 'verified', 'rejected'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_LABELS: Readonly<Record<PaymentStatus, string>> = {
  pending: 'Belum Bayar',
  paid: 'Menunggu Verifikasi',
  verified: 'Terverifikasi',
  rejected: 'Ditolak',
};

/**
 * What moves the fee: the parent with a proof, staff with a proof on the family's behalf, staff who verify, money that the
 * bank reports, cash at the counter, a list from elsewhere that says so, and the portal itself where nothing is owed.
 */
export const PAYMENT_CAUSES = [
  'parent',
  'on_behalf',
  'verification',
  'bank',
  'cash',
  'import',
  'waived',
] as const;
export type PaymentCause = (typeof PAYMENT_CAUSES)[number];

/** How many fees one slip may pay in one act. */
export const FEES_OF_A_SLIP = { least: 2, most: 10 } as const;

/** Fees that a family has still to pay: nothing waits for a decision and nothing is verified. */
export const OPEN_PAYMENTS = ['pending', 'rejected'] as const satisfies PaymentStatus[];

/** How a fee was paid that a bank's statement named. */
export const BANK_WORDS = 'lewat mutasi bank';

/** How a fee was paid that the bank reports: by a line of a statement, or by this channel of a provider. */
export const wayWords = (channel: PayChannel | null): string =>
  channel === null ? BANK_WORDS : `lewat ${PAY_CHANNEL_LABELS[channel]}`;

/** What money that is no slip rests on: a line of a statement, a payment through a provider, cash in a drawer, or an imported list. */
export const SETTLEMENT_KINDS = ['bank_line', 'pay_request', 'cash', 'import'] as const;
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

export const SETTLEMENT_LABELS: Readonly<Record<SettlementKind, string>> = {
  bank_line: 'Dikenali dari mutasi bank',
  pay_request: 'Dibayar lewat penyedia pembayaran',
  cash: 'Dibayar tunai di loket',
  import: 'Lunas menurut daftar yang diimpor',
};

/** How a fee was settled, as sentences of a page say it. */
export const settlementText = (kind: SettlementKind, channel?: PayChannel): string =>
  channel === undefined ? SETTLEMENT_LABELS[kind] : `Dibayar dengan ${PAY_CHANNEL_LABELS[channel]}`;

/**
 * Why money of the bank does not pay a fee: the registration is gone, the fee is verified already, it is another amount, its
 * proof is like another one, another fee of the same transfer is not paid, or staff took the verification back.
 */
export const SETTLEMENT_REFUSALS = ['deleted', 'already', 'amount', 'proof', 'together', 'undone'] as const;
export type SettlementRefusal = (typeof SETTLEMENT_REFUSALS)[number];

export const SETTLEMENT_REFUSAL_TEXTS: Readonly<Record<SettlementRefusal, string>> = {
  deleted: 'Pendaftaran sudah dihapus.',
  already: 'Biaya pendaftaran sudah terverifikasi.',
  amount: 'Jumlahnya tidak sama dengan biaya pendaftaran.',
  proof: 'Bukti pendaftaran ini mirip dengan bukti lain dan belum diputuskan.',
  together: 'Biaya lain dari transfer yang sama tidak dapat dilunasi.',
  undone: 'Verifikasi biaya pendaftaran dibatalkan.',
};

/** The registration fee. What has been verified, the family can no longer change. */
export const PAYMENT_MACHINE = {
  name: 'registration payments',
  statuses: PAYMENT_STATUSES,
  edges: [
    { from: null, to: 'pending', action: 'register', by: 'parent' },
    { from: 'pending', to: 'paid', action: 'prove', by: 'parent' },
    { from: 'paid', to: 'paid', action: 'prove', by: 'parent' },
    { from: 'rejected', to: 'paid', action: 'prove', by: 'parent' },
    { from: 'paid', to: 'pending', action: 'withdraw', by: 'parent' },
    { from: 'rejected', to: 'pending', action: 'withdraw', by: 'parent' },
    { from: 'pending', to: 'paid', action: 'prove', by: 'on_behalf' },
    { from: 'paid', to: 'paid', action: 'prove', by: 'on_behalf' },
    { from: 'rejected', to: 'paid', action: 'prove', by: 'on_behalf' },
    { from: 'paid', to: 'verified', action: 'verify', by: 'verification' },
    { from: 'paid', to: 'rejected', action: 'reject', by: 'verification' },
    { from: 'verified', to: 'verified', action: 'verify', by: 'verification' },
    { from: 'verified', to: 'rejected', action: 'reject', by: 'verification' },
    { from: 'verified', to: 'paid', action: 'revert', by: 'verification' },
    { from: 'rejected', to: 'verified', action: 'verify', by: 'verification' },
    { from: 'rejected', to: 'rejected', action: 'reject', by: 'verification' },
    { from: 'rejected', to: 'paid', action: 'revert', by: 'verification' },
    { from: 'pending', to: 'verified', action: 'settle', by: 'bank' },
    { from: 'paid', to: 'verified', action: 'settle', by: 'bank' },
    { from: 'rejected', to: 'verified', action: 'settle', by: 'bank' },
    { from: 'pending', to: 'verified', action: 'take', by: 'cash' },
    { from: 'paid', to: 'verified', action: 'take', by: 'cash' },
    { from: 'rejected', to: 'verified', action: 'take', by: 'cash' },
    { from: 'pending', to: 'verified', action: 'mark', by: 'import' },
    { from: 'paid', to: 'verified', action: 'mark', by: 'import' },
    { from: 'rejected', to: 'verified', action: 'mark', by: 'import' },
    { from: 'pending', to: 'verified', action: 'waive', by: 'waived' },
  ],
} as const satisfies Machine<PaymentStatus, string, PaymentCause>;

/** Whether the fee may go from one state to another for this cause. */
export function mayMovePayment(from: PaymentStatus, to: PaymentStatus, by: PaymentCause): boolean {
  return edgeFor(PAYMENT_MACHINE, from, { to, by }) !== undefined;
}

/** The states that the cause can reach from here, in the order of the list. */
export function nextPayments(from: PaymentStatus, by: PaymentCause): PaymentStatus[] {
  return next(PAYMENT_MACHINE, from, { by });
}
