import type { RequestKind } from './money-requests/request-kinds.ts';
import { schemeRevisions } from './payment-schemes/revise-scheme.ts';
import { lineReleases } from './payment-reversals/release-line.ts';
import { feeReversals } from './payment-reversals/reverse-fee.ts';
import { paymentReversals } from './payment-reversals/reverse-payment.ts';

/** Every kind of change that a second person has to agree to, as the feature carries it out that owns it. */
export const MONEY_KINDS: readonly RequestKind[] = [
  paymentReversals,
  feeReversals,
  lineReleases,
  schemeRevisions,
];
