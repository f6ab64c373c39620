import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { isLiveStage } from '@gerbang/domain/live-stages';
import { hasAcceptance, type Stage, wasObserved } from '@gerbang/domain/registration-stages';
import type { RailState, RailStep } from '@gerbang/ui/progress-rail';
import { formatDayMonth } from '@gerbang/web-kit/page/days';
import { railCopy as copy } from './home.copy.ts';

/** Days `YYYY-MM-DD` or moments of a registration's steps, null where there is none yet. */
interface StepDays {
  readonly observation: string | null;
  readonly result: string | null;
}

/** What stands at the result instead of its day, because something has followed it. */
const AFTER_RESULT: Readonly<Partial<Record<Stage, string>>> = {
  waitlisted: copy.listed,
  released: copy.released,
  withdrawn: copy.withdrawn,
};

/** How the five steps of a registration stand, each with its day: the first that is not done is where it is now. */
export function railOf(row: RegistrationRow, days: StepDays): RailStep[] {
  const { current_stage: stage, payment_status: payment } = row;
  const day = (moment: string | null) => (moment === null ? null : formatDayMonth(moment));
  const accepted = hasAcceptance(stage);
  const enrolled =
    row.enrollment_status === 'confirmed' || row.enrollment_status === 'payment_scheme_created';
  const paying = { paid: copy.checking, rejected: copy.rejected, pending: null, verified: null }[payment];
  const steps = [
    { key: 'register', done: true, note: day(row.created_at) },
    {
      key: 'pay',
      done: payment === 'verified',
      note: payment === 'verified' ? day(row.payment_verified_at) : paying,
    },
    {
      key: 'observe',
      done: wasObserved(stage) || row.accepted_at !== null,
      note:
        stage === 'obs_not_attended'
          ? copy.missed
          : (day(days.observation) ??
            (payment === 'verified' && stage === 'registered' ? copy.unscheduled : null)),
    },
    {
      key: 'result',
      done: accepted,
      note:
        AFTER_RESULT[stage] ??
        day(days.result ?? row.accepted_at) ??
        (wasObserved(stage) && stage !== 'failed' ? copy.waiting : null),
    },
    { key: 'enroll', done: accepted && enrolled, note: null },
  ] as const;
  const at = steps.findIndex(({ done }) => !done);
  const stateOf = (index: number): RailState => {
    if (at === -1 || index < at) return 'done';
    if (index > at) return 'open';
    return !isLiveStage(stage) ? 'ended' : 'now';
  };
  return steps.map(({ key, note }, index) => ({ key, label: copy.steps[key], note, state: stateOf(index) }));
}
