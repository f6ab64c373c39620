import type { Confidence } from '@gerbang/domain/bank-matches';
import type { Tone } from '@gerbang/ui/status-tag';

/** The colour of how sure a match is. */
export const CONFIDENCE_TONES: Readonly<Record<Confidence, Tone>> = {
  exact: 'success',
  strong: 'info',
  possible: 'attention',
};
