import { withdrawAcceptance as call } from '@gerbang/contracts/internal-calls';
import { callOrRefuse, type InternalTarget } from '@gerbang/service-kit/http/internal';
import type { z } from 'zod';

/** Ends the acceptance of a registration in billing, or throws its refusal; returns what stood there. */
export type WithdrawAcceptance = (
  acceptance: z.input<typeof call.body>,
  requestId: string | undefined,
) => Promise<z.output<typeof call.response>>;

export const withdrawInBilling =
  (target: Pick<InternalTarget, 'origin' | 'key'>): WithdrawAcceptance =>
  async (acceptance, requestId) => {
    return callOrRefuse(call, { ...target, ...(requestId && { requestId }) }, acceptance);
  };
