import { correctResult as call } from '@gerbang/contracts/internal-calls';
import { callOrRefuse, type InternalTarget } from '@gerbang/service-kit/http/internal';
import type { z } from 'zod';

/** Gives a registration another result, in admission's own transaction, or throws its refusal. */
export type CorrectResult = (
  correction: z.input<typeof call.body>,
  requestId: string,
) => Promise<z.output<typeof call.response>>;

/** Admission asks billing in turn, so that its response may take longer than others. */
const LIMIT_MS = 5000;

export const correctInAdmission =
  (target: Pick<InternalTarget, 'origin' | 'key'>): CorrectResult =>
  (correction, requestId) =>
    callOrRefuse(call, { ...target, requestId, limitMs: LIMIT_MS }, correction);
