import type { z } from 'zod';
import type { proofAlertSchema, sameProofSchema } from './proof-alerts.ts';

export type ProofAlert = z.output<typeof proofAlertSchema>;
export type SameProof = z.output<typeof sameProofSchema>;
