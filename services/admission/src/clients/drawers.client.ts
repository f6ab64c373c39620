import * as calls from '@gerbang/contracts/internal-calls';
import { callOrRefuse, type InternalTarget } from '@gerbang/service-kit/http/internal';
import type { z } from 'zod';

/** Billing's drawers, as the fee needs them. */
export interface Drawers {
  /** Keeps cash in the person's open drawer; the same id again keeps nothing more. 409 `no_drawer`. */
  readonly hold: (cash: z.input<typeof calls.holdCash.body>, requestId?: string) => Promise<unknown>;
  /** Tells at once what the events will tell; returns the receipt's number. */
  readonly keep: (
    fee: z.input<typeof calls.keepCashFee.body>,
    requestId?: string,
  ) => Promise<{ readonly receipt: string | null }>;
}

export function drawersInBilling(target: Pick<InternalTarget, 'origin' | 'key'>): Drawers {
  const at = (requestId?: string) => ({ ...target, ...(requestId && { requestId }) });
  return {
    hold: (cash, requestId) => callOrRefuse(calls.holdCash, at(requestId), cash),
    keep: (fee, requestId) => callOrRefuse(calls.keepCashFee, at(requestId), fee),
  };
}
