import type { Stage } from './registration-stages.ts';

/** Whether a registration still counts for its child and year: one that failed, gave its seat back or left makes room. */
export function isLiveStage(stage: Stage): boolean {
  return stage !== 'failed' && stage !== 'released' && stage !== 'withdrawn';
}
