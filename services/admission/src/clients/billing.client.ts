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

/** What admission has done by billing at once; 503 where billing does not answer. */
export interface Billing {
  readonly drawers: Drawers;
  /** How many invoices of a school year families still owe. */
  readonly owedInvoices: (academicYear: string, requestId: string) => Promise<number>;
  /** Ends the acceptance of a registration, or throws its refusal; returns what stood there. */
  readonly withdrawAcceptance: (
    acceptance: z.input<typeof calls.withdrawAcceptance.body>,
    requestId: string | undefined,
  ) => Promise<z.output<typeof calls.withdrawAcceptance.response>>;
}

/** Billing at this address. */
export function billingAt(target: Pick<InternalTarget, 'origin' | 'key'>): Billing {
  const at = (requestId?: string) => ({ ...target, ...(requestId && { requestId }) });
  return {
    drawers: {
      hold: (cash, requestId) => callOrRefuse(calls.holdCash, at(requestId), cash),
      keep: (fee, requestId) => callOrRefuse(calls.keepCashFee, at(requestId), fee),
    },
    owedInvoices: async (academic_year, requestId) =>
      (await callOrRefuse(calls.countOwedInvoices, at(requestId), { academic_year })).count,
    withdrawAcceptance: (acceptance, requestId) =>
      callOrRefuse(calls.withdrawAcceptance, at(requestId), acceptance),
  };
}
