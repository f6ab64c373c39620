import type { z } from 'zod';
import type * as calls from './number-requests.ts';

/** Shapes of the calls about lost numbers without their schemas, for programs that must not carry zod. */
export type NumberRequest = z.output<typeof calls.numberRequestSchema>;
export type NumberAccount = z.output<typeof calls.numberAccountSchema>;
export type OpenNumberRequestBody = z.input<(typeof calls.openNumberRequest)['body']>;
export type NumberDecisionBody = z.input<(typeof calls.decideNumberRequest)['body']>;
