import type { SchoolConfig } from '@gerbang/contracts/admission.types';
import type { PaymentExpectation } from '@gerbang/contracts/billing.types';
import { expectPayment } from '@gerbang/contracts/payment-expectations';
import type { BankTarget } from '@gerbang/domain/payment-expectations';
// By the package's name: the shell shares the cache with the remotes.
import { call } from '@gerbang/web-kit/client';
import { useQuery } from '@gerbang/web-kit/query-client';

/** What a transfer is for: the registration or the invoice, and the rupiah that it pays of it. */
export interface Bill {
  readonly kind: BankTarget;
  readonly id: string;
  readonly amount: number;
}

/** The exact amount of a transfer; `waiting` while it is asked for, null where the school uses none or none can be had. */
export type ExactAmount = PaymentExpectation | 'waiting' | null;

/** Whether families of the school are asked for an amount of their own. */
export const asksExactly = ({ unique_code: { on, max } }: Pick<SchoolConfig, 'unique_code'>): boolean =>
  on && max > 0;

/**
 * Asks for the exact amount each time that the page is opened, and for each amount of the bill. `settled` is false while the
 * amount is still typed: every one that is asked for is kept for the bill, so unfinished ones are not.
 */
export function useExactAmount(
  school: Pick<SchoolConfig, 'unique_code'>,
  { kind, id, amount }: Bill,
  settled: boolean,
): ExactAmount {
  const wanted = asksExactly(school);
  const { data, isError } = useQuery({
    queryKey: ['payment-expectation', kind, id, amount],
    queryFn: ({ signal }) => call(expectPayment, { body: { kind, id, amount }, signal }),
    enabled: wanted && settled,
    gcTime: 0,
  });
  if (!wanted || isError) return null;
  return settled && data ? data : 'waiting';
}
