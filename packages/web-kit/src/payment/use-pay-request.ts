import { createPayRequest, type PayRequest } from '@gerbang/contracts/pay-requests';
import type { SchoolConfig } from '@gerbang/contracts/school';
import type { PayChannel } from '@gerbang/domain/pay-requests';
import type { BankTarget } from '@gerbang/domain/payment-expectations';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import { creationOf } from '@gerbang/web-kit/api/records';
import { useState } from 'react';

/** What is paid: a registration's fee or an invoice, the rupiah, and how the school can be paid. */
export interface PayTarget {
  readonly kind: BankTarget;
  readonly id: string;
  readonly amount: number;
  /** Whom and what it concerns. */
  readonly about: string;
  readonly gateway: NonNullable<SchoolConfig['gateway']>;
}

/** The request of a dialog: the one that was made last, and the call that makes another in its place. */
export function usePayRequest({ kind, id, amount }: PayTarget) {
  const [made, setMade] = useState<PayRequest | null>(null);
  const { mutate, error, isPending, reset } = useMutation({ mutationFn: creationOf(createPayRequest) });
  return {
    made,
    error,
    making: isPending,
    /** Forgets a failure that was shown. */
    reset,
    /** Lets another bank be chosen; the request stays until another takes its place. */
    chooseAgain: () => setMade(null),
    make(channel: PayChannel, bank?: string): void {
      const part = kind === 'invoice' && { amount };
      const body = { kind, id, channel, ...(bank !== undefined && { bank_code: bank }), ...part };
      mutate({ key: crypto.randomUUID(), body }, { onSuccess: setMade });
    },
  };
}

export type OwnRequest = ReturnType<typeof usePayRequest>;
