/** Why a verified payment is reversed, as staff choose it. */
export const REVERSAL_CAUSES = ['wrong_target', 'wrong_amount', 'bounced', 'duplicate', 'other'] as const;
export type ReversalCause = (typeof REVERSAL_CAUSES)[number];

export const REVERSAL_CAUSE_LABELS: Readonly<Record<ReversalCause, string>> = {
  wrong_target: 'Masuk ke tagihan yang salah',
  wrong_amount: 'Jumlahnya salah',
  bounced: 'Uangnya tidak jadi masuk',
  duplicate: 'Tercatat dua kali',
  other: 'Lainnya',
};

/** Whether the money did come, and stands unapplied once its payment is reversed. */
export const keepsMoney = (cause: ReversalCause): boolean =>
  cause === 'wrong_target' || cause === 'wrong_amount';

/** What one person reverses without a second one, a payment and in an hour; in rupiah. */
export const ALONE_MOST = 10_000_000;

/** Whether one person may reverse these payments: each verified today and small, and not too many in an hour. */
export function mayReverseAlone(
  payments: readonly { readonly amount: number; readonly verifiedOn: string }[],
  { today, reversed }: { readonly today: string; readonly reversed: number },
): boolean {
  const sum = payments.reduce((all, { amount }) => all + amount, reversed);
  return sum <= ALONE_MOST && payments.every(({ verifiedOn }) => verifiedOn === today);
}
