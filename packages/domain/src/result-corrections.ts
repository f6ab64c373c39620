import type { Ability } from './abilities.ts';
import { RESULTS, type Result } from './announcements.ts';
import { STAGE_MACHINE, type Stage } from './registration-stages.ts';
import { type Machine, next } from './transitions.ts';

/** The states of a correction of one published result. */
export const RESULT_CORRECTION_STATUSES = ['waits', 'published', 'withdrawn'] as const;
export type ResultCorrectionStatus = (typeof RESULT_CORRECTION_STATUSES)[number];

export const RESULT_CORRECTION_LABELS: Readonly<Record<ResultCorrectionStatus, string>> = {
  waits: 'Menunggu persetujuan',
  published: 'Diterbitkan',
  withdrawn: 'Dibatalkan',
};

/** A correction of one result; `by` is the ability, or the portal itself. Approval by a second person publishes it at once. */
export const RESULT_CORRECTION_MACHINE = {
  name: 'result corrections',
  statuses: RESULT_CORRECTION_STATUSES,
  edges: [
    { from: null, to: 'waits', action: 'ask', by: 'result_corrections.ask' },
    { from: 'waits', to: 'published', action: 'approve', by: 'announcements.publish', when: 'second_person' },
    { from: 'waits', to: 'withdrawn', action: 'withdraw', by: 'result_corrections.ask' },
    // Admission had applied it when its approval was cut off.
    { from: 'waits', to: 'published', action: 'complete', by: 'system' },
    { from: 'withdrawn', to: 'published', action: 'complete', by: 'system' },
  ],
} as const satisfies Machine<ResultCorrectionStatus, string, Ability | 'system'>;

/** The results that a correction can give a registration at this stage. */
export function correctedResults(stage: Stage): Result[] {
  const reached: readonly Stage[] = next(STAGE_MACHINE, stage, { by: 'correction' });
  return RESULTS.filter((result) => reached.includes(result));
}
