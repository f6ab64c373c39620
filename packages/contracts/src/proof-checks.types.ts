import type { z } from 'zod';
import type { proofCheckSchema, sameProofSchema } from './proof-checks.ts';

/** Shapes of the checks of proofs without their schemas. */
export type ProofCheck = z.output<typeof proofCheckSchema>;
export type SameProof = z.output<typeof sameProofSchema>;
