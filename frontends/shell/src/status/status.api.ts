import { getChecklist } from '@gerbang/contracts/checklists';
import { isLiveStage } from '@gerbang/domain/live-stages';
import { call } from '@gerbang/web-kit/api/client';
import { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { statusCopy as text } from './status.copy.ts';

interface Step {
  readonly label: string;
  readonly state: 'done' | 'current' | 'waiting';
  /** `7 dari 14`; null where nothing is counted. */
  readonly figure: string | null;
}

/** The steps that are done, and what is counted of each. */
interface Way {
  readonly done: readonly boolean[];
  readonly figures: readonly (string | null)[];
}

/** As specified, while a family's own is not known. */
const SPECIFIED: Way = { done: [true, false, false, false, false], figures: [] };

/** The steps with their state: the first that is not done is the present one. */
function stepsOf({ done, figures }: Way): Step[] {
  const now = done.indexOf(false);
  return text.steps.map(({ label }, at) => ({
    label,
    state: done[at] ? 'done' : at === now ? 'current' : 'waiting',
    figure: figures[at] ?? null,
  }));
}

/** How far this family is, by its dashboard and the checklist of its newest registration that goes on. */
function useOwnWay(): Way {
  const dashboard = useDashboard();
  const { registrations = [], profile } = dashboard.data?.admission?.parent ?? {};
  const newest = registrations.find(({ current_stage }) => isLiveStage(current_stage)) ?? registrations[0];
  const checklist = useQuery({
    queryKey: ['registrations', 'checklist', newest?.id],
    queryFn: ({ signal }) => call(getChecklist, { params: { id: newest?.id ?? '' }, signal }),
    enabled: newest !== undefined,
  });
  if (!dashboard.data?.admission?.parent) return SPECIFIED;
  const documents = (checklist.data?.items ?? []).filter(
    ({ kind, required }) => kind === 'document' && required,
  );
  const sent = documents.filter(({ status }) => status === 'done').length;
  return {
    done: [
      true,
      profile !== undefined && profile.filled === profile.total,
      newest !== undefined,
      // Where no document is asked, the proof of the fee is what is verified.
      documents.length > 0
        ? checklist.data?.complete.re_enrolment === true
        : newest?.payment_status === 'verified',
      newest?.current_stage === 'passed' || newest?.current_stage === 'failed',
    ],
    figures: [
      null,
      profile ? text.figure(profile.filled, profile.total) : null,
      null,
      documents.length > 0 ? text.figure(sent, documents.length) : null,
    ],
  };
}

/** The steps, and the values of the three cards where they differ from the specified ones. */
export function useWay(): {
  readonly steps: Step[];
  readonly cards: readonly (string | null)[];
} {
  const own = useOwnWay();
  const steps = stepsOf(own);
  if (own === SPECIFIED) return { steps, cards: [] };
  const now = steps.findIndex(({ state }) => state === 'current');
  const last = text.stages.length - 1;
  const stage = (at: number) => text.stages[Math.min(at, last)] ?? null;
  return { steps, cards: [null, stage(now < 0 ? last : now), stage(now < 0 ? last : now + 1)] };
}
