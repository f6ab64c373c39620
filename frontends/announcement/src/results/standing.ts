import type { OwnResult } from '@gerbang/contracts/announcement-shapes';
import type { Dashboard } from '@gerbang/contracts/dashboard';
import * as seats from '@gerbang/contracts/waitlists';
import type { Stage } from '@gerbang/domain/registration-stages';
import { OWED_WORDS } from '@gerbang/domain/waitlist';
import { call } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';

/** What holds for a child now: its result until something has followed it. */
export type Standing = 'accepted' | 'promoted' | 'waiting' | 'refused' | 'closed' | 'released' | 'left';

const OF_RESULT = { passed: 'accepted', waitlisted: 'waiting', failed: 'refused' } as const;

/** The stage that a standing is labelled by. */
export const STANDING_STAGE = {
  accepted: 'passed',
  promoted: 'passed',
  waiting: 'waitlisted',
  refused: 'failed',
  closed: 'failed',
  released: 'released',
  left: 'withdrawn',
} as const satisfies Record<Standing, Stage>;

/** What a result and the stage of today make together; without a stage that follows a result, the result holds. */
export function standingOf(result: OwnResult['result'], stage: Stage | undefined): Standing {
  switch (stage) {
    case 'passed':
    case 'reenroll_required':
      return result === 'passed' ? 'accepted' : 'promoted';
    case 'waitlisted':
      return 'waiting';
    case 'released':
      return 'released';
    case 'withdrawn':
      return 'left';
    case 'failed':
      return result === 'waitlisted' ? 'closed' : 'refused';
    default:
      return OF_RESULT[result];
  }
}

/** The stage of a registration by the dashboard; undefined while admission's part is not there. */
export const stageIn = (dashboard: Dashboard | undefined, registrationId: string): Stage | undefined =>
  dashboard?.admission?.parent?.registrations.find(({ id }) => id === registrationId)?.current_stage;

/** The number on the waiting list and what is owed, or how the seat ended; null where there is neither, or it is not known yet. */
export function useSeatWords(registrationId: string, standing: Standing) {
  const seat = useQuery({
    queryKey: ['seat', registrationId],
    queryFn: ({ signal }) => call(seats.readSeat, { params: { id: registrationId }, signal }),
    enabled: standing === 'waiting' || standing === 'released' || standing === 'closed',
  });
  const place = seat.data?.waitlist;
  return {
    position: place?.position ?? null,
    owed: place ? OWED_WORDS[place.owes ?? 'nothing'] : null,
    ended: seat.data?.history[0]?.text ?? null,
    endedAt: seat.data?.history[0]?.at ?? null,
  };
}
