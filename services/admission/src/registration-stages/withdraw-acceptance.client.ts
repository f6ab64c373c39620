import { withdrawAcceptance as call } from '@gerbang/contracts/internal-calls';
import { callOrRefuse, type InternalTarget } from '@gerbang/service-kit/http/internal';
import type { z } from 'zod';

/** Ends the acceptance of a registration in billing, or throws its refusal. */
export type WithdrawAcceptance = (
  acceptance: z.input<typeof call.body>,
  requestId: string | undefined,
) => Promise<void>;

export const withdrawInBilling =
  (target: Pick<InternalTarget, 'origin' | 'key'>): WithdrawAcceptance =>
  async (acceptance, requestId) => {
    await callOrRefuse(call, { ...target, ...(requestId && { requestId }) }, acceptance);
  };
