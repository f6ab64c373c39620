import type { SchoolConfig } from '@gerbang/contracts/school';
import { expectPayment, type PaymentExpectation } from '@gerbang/contracts/payment-expectations';
import { asksExactly, type BankTarget } from '@gerbang/domain/payment-expectations';
// By the package's name: the shell shares the cache with the remotes.
import { ApiError, call } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { useCallback, useEffect } from 'react';

const LONGEST_TIMER_MS = 2_147_483_647;
/** A clock that is ahead of the server's does not make it ask without end. */
const RENEW_SOONEST_MS = 60_000;
/** A registration that was just made reaches billing a moment later. */
const UNKNOWN_TRIES = 5;
const UNKNOWN_PAUSE_MS = 1000;

/** What a transfer is for: the registration or the invoice, or several registrations, and the rupiah that it pays. */
export type Bill = { readonly amount: number } & (
  | {
      readonly kind: BankTarget;
      readonly id: string;
      /** Named only, not chosen: a part that was asked for before stays. */
      readonly keep?: true;
    }
  | { readonly kind: 'registration_fees'; readonly ids: readonly string[] }
);

/** The body that asks for the exact amount; several fees are paid whole. */
const askedBy = (bill: Bill) =>
  bill.kind === 'registration_fees'
    ? { kind: bill.kind, ids: [...bill.ids] }
    : { kind: bill.kind, id: bill.id, amount: bill.amount, ...(bill.keep && { keep: true as const }) };

/** The exact amount of a transfer; `waiting` while it is asked for, null where the school uses none or none can be had. */
export type ExactAmount = PaymentExpectation | 'waiting' | null;

/** Asks again once the amount is kept no longer: at that moment, or when a page that slept is seen again. */
function useRenewal(expiresAt: string | undefined, renew: () => void): void {
  useEffect(() => {
    if (expiresAt === undefined) return;
    const left = () => Date.parse(expiresAt) - Date.now();
    const renewIfOver = () => {
      if (document.visibilityState === 'visible' && left() <= 0) renew();
    };
    // A longer wait than a timer knows is looked at when the page is seen again.
    const timer = setTimeout(renewIfOver, Math.min(Math.max(left(), RENEW_SOONEST_MS), LONGEST_TIMER_MS));
    document.addEventListener('visibilitychange', renewIfOver);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renewIfOver);
    };
  }, [expiresAt, renew]);
}

/**
 * Asks for the exact amount each time that the page is opened, and for each amount of the bill. `settled` is false while the
 * amount is still typed: every one that is asked for is kept for the bill, so unfinished ones are not.
 */
export function useExactAmount(
  school: Pick<SchoolConfig, 'unique_code'>,
  bill: Bill,
  settled: boolean,
): ExactAmount {
  const wanted = asksExactly(school);
  const { data, isError, refetch } = useQuery({
    queryKey: ['payment-expectation', bill],
    queryFn: ({ signal }) => call(expectPayment, { body: askedBy(bill), signal }),
    enabled: wanted && settled,
    gcTime: 0,
    retry: (failures, error) => failures < UNKNOWN_TRIES && error instanceof ApiError && error.status === 404,
    retryDelay: UNKNOWN_PAUSE_MS,
  });
  const renew = useCallback(() => void refetch(), [refetch]);
  useRenewal(wanted && settled ? data?.expires_at : undefined, renew);
  if (!wanted || isError) return null;
  return settled && data ? data : 'waiting';
}
