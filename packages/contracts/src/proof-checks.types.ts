import type { z } from 'zod';
import type { proofCheckSchema } from './proof-checks.ts';

/** The shape of the checks of proofs without its schema. */
export type ProofCheck = z.output<typeof proofCheckSchema>;
