import { extraOf, type AskedAmount } from './bank-matching.ts';
import type { UnappliedCause } from './bank-matches.ts';
import type { BankTarget } from './payment-expectations.ts';

/** Why a line is not booked, by the code of the refusal. */
export const BOOKING_REFUSALS = {
  line_taken: 'Baris ini sudah dibukukan atau disisihkan. Muat ulang lalu coba lagi.',
  match_gone: 'Usulan ini sudah diganti. Muat ulang lalu coba lagi.',
  not_exact: 'Hanya yang cocok pasti dapat dibukukan bersama.',
  nothing_owed: 'Tidak ada lagi yang harus dibayar.',
  proof_waiting: 'Ada pembayaran dengan jumlah lain yang menunggu verifikasi.',
  proof_alert_open: 'Bukti pembayarannya masih harus dibandingkan.',
  proof_confirmed_reused: 'Bukti pembayarannya sudah dipakai untuk pembayaran lain.',
  own_family: 'Pembayaran keluarga sendiri dibukukan oleh petugas lain.',
} as const;
export type BookingRefusal = keyof typeof BOOKING_REFUSALS;

/** What a target is to get of a line. Amounts in rupiah. */
export interface Share {
  readonly kind: BankTarget;
  readonly wanted: number;
  /** What the target owes; 0 for a registration that is deleted. */
  readonly owed: number;
  /** The exact amount that its family was asked for; null where the money answers none. */
  readonly asked: AskedAmount | null;
}

/** Where a line's money goes; everything together is the line's amount. */
export interface Shares {
  /** What each target gets, in their order; 0 where its money stands unapplied. */
  readonly pays: readonly number[];
  /** The unique add that came with the money, and for which target. */
  readonly surplus: { readonly at: number; readonly amount: number } | null;
  readonly unapplied: readonly { readonly cause: UnappliedCause; readonly amount: number }[];
}

/** A registration fee is paid whole or not at all, an invoice up to what it owes. */
function paidOf({ kind, wanted, owed }: Share): number {
  if (kind === 'registration_fee' && wanted < owed) return 0;
  return Math.min(wanted, owed);
}

function causeOf({ kind, owed }: Share, pays: number): UnappliedCause {
  if (kind === 'invoice' || pays > 0) return 'overpaid';
  return owed === 0 ? 'fee_refused' : 'unknown';
}

/**
 * Shares a line of `amount` rupiah among targets that want no more than it together: what is owed is paid, a unique add is
 * surplus, and the rest stands unapplied.
 */
export function shareLine(amount: number, targets: readonly Share[]): Shares {
  const pays = targets.map(paidOf);
  const wanted = targets.reduce((sum, target) => sum + target.wanted, 0);
  const extras = targets.map(({ asked, wanted: own }, at) => {
    const paid = pays[at] ?? 0;
    return paid === 0 ? 0 : extraOf(amount - (wanted - own), paid, asked).surplus;
  });
  const at = extras.findIndex((extra) => extra > 0);
  const surplus = at < 0 ? null : { at, amount: extras[at] ?? 0 };
  // What is left of the line gives the surplus, then the target that wanted more than it owes.
  let extra = surplus?.amount ?? 0;
  const take = (rest: number): number => {
    const taken = Math.min(rest, extra);
    extra -= taken;
    return rest - taken;
  };
  const whole = targets.every(({ owed }, index) => pays[index] === owed && owed > 0);
  const rests: { cause: UnappliedCause; amount: number }[] = [
    { cause: whole ? 'overpaid' : 'split_rest', amount: take(amount - wanted) },
    ...targets.map((target, index) => {
      const over = target.wanted - (pays[index] ?? 0);
      return {
        cause: causeOf(target, pays[index] ?? 0),
        amount: index === surplus?.at ? take(over) : over,
      };
    }),
  ];
  const byCause = Map.groupBy(rests, ({ cause }) => cause);
  const unapplied = [...byCause].map(([cause, parts]) => ({
    cause,
    amount: parts.reduce((sum, part) => sum + part.amount, 0),
  }));
  return { pays, surplus, unapplied: unapplied.filter((part) => part.amount > 0) };
}
