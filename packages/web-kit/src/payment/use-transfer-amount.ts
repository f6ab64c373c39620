import { asksExactly, COOLING_DAYS, EXACT_WORDS } from '@gerbang/domain/payment-expectations';
import { useDashboard } from '../api/dashboard.ts';
import { useSchool } from '../api/school.ts';
import { exactCopy } from './exact-words.ts';
import { formatRupiah } from '../page/format.ts';
import { type Bill, useExactAmount } from './use-exact-amount.ts';

const OFF = { unique_code: { on: false, max: 0 } } as const;
const DAY_MS = 86_400_000;

/** An amount to transfer as every page names it beside the payment's own. */
export interface TransferAmount {
  /** `Rp 350.137`, or that it is being prepared. */
  readonly amount: string;
  /** That it is to be met to the last digit; null where the school asks for no exact amounts, or none is known yet. */
  readonly words: string | null;
  /** Whether the amount is not known yet. */
  readonly waits: boolean;
  /** Whether the school asks for exact amounts. */
  readonly exactly: boolean;
  /** Until when money of this amount is recognised; null without an exact amount. */
  readonly keptUntil: Date | null;
}

/**
 * What a bill asks a family to transfer: the exact amount where the school uses them, the same as on the payment's page.
 * While it is not known no other amount is named in its place. Null where nothing is to be paid.
 */
export function useTransferAmount(bill: Bill | null): TransferAmount | null {
  // The dashboard's read says it before the settings are there.
  const plain = useDashboard(false).data?.billing?.parent?.exact_amounts === false;
  const wanted = bill !== null && !plain;
  const config = useSchool(wanted);
  const named: Bill = bill ?? { kind: 'invoice', id: '', amount: 0 };
  const exact = useExactAmount((wanted && config.data) || OFF, named, wanted);
  if (bill === null) return null;
  const exactly = wanted && config.data !== undefined && asksExactly(config.data);
  const unknown = { words: null, exactly, keptUntil: null };
  if (exact === 'waiting' || (wanted && config.isPending)) {
    return { ...unknown, amount: exactCopy.preparing, waits: true };
  }
  if (exact === null || exact.unique_add === 0) {
    return { ...unknown, amount: formatRupiah(bill.amount), waits: false };
  }
  const keptUntil = new Date(Date.parse(exact.expires_at) + COOLING_DAYS * DAY_MS);
  const amount = formatRupiah(exact.transfer_amount);
  return { amount, words: EXACT_WORDS, waits: false, exactly, keptUntil };
}
