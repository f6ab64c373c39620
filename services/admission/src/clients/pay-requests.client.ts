import { endPayRequests } from '@gerbang/contracts/internal-calls';
import { payChannels } from '@gerbang/service-kit/snap/pay-config';
import { callOrRefuse } from '@gerbang/service-kit/http/internal';
import { Problem } from '@gerbang/service-kit/http/problems';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { z } from 'zod';
import type { Config } from '../config.ts';

/**
 * Cancels what these fees may still be paid with through the provider, before a proof is kept. 409 `already_paid`. Where billing does
 * not answer in time it cancels a moment later, once it hears of the proof.
 */
export type EndPayRequests = (of: z.input<typeof endPayRequests.body>, requestId: string) => Promise<void>;

const LIMIT_MS = 6000;

/** The same at billing; nothing where payments through a provider are off. */
export function endInBilling(config: Config, log: Logger): EndPayRequests {
  if (payChannels(config).length === 0) return async () => {};
  const target = { origin: config.BILLING_URL, key: config.INTERNAL_KEY, limitMs: LIMIT_MS };
  return async (of, requestId) => {
    try {
      await callOrRefuse(endPayRequests, { ...target, requestId }, of);
    } catch (error) {
      if (error instanceof Problem && error.statusCode === 409) throw error;
      log.warn({ event: 'pay_requests_end_later', err: error });
    }
  };
}
