import type { SlotChoices } from '@gerbang/contracts/slot-choices';
import { choiceProblem } from '@gerbang/domain/observation-bookings';
import { CUTOFF_HOURS, FAMILY_MOVES } from '@gerbang/domain/observation-slots';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { ownRegistrations } from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { choiceOf } from './bookings.repository.ts';
import { toOwnBooking, WHY_NOT } from './own-bookings.view.ts';
import { fewLeft } from './slot-rules.ts';
import { openSlots } from './slots.repository.ts';

/** A phone reads so many slots at once, by whole days; a later day, or the rest of a long one, when it is asked for. */
const SLOTS_SHOWN = 50;

type Open = Awaited<ReturnType<typeof openSlots>>[number];

/** The first slots of a day; of one time all, because the next are those that start later. */
function firstOf(slots: readonly Open[]): readonly Open[] {
  const [first, next] = [slots[0], slots[SLOTS_SHOWN]];
  if (!first || !next) return slots;
  const isOneTime = first.starts_at.getTime() === next.starts_at.getTime();
  return slots.filter(({ starts_at }) =>
    isOneTime ? starts_at <= next.starts_at : starts_at < next.starts_at,
  );
}

const toChoice = ({ capacity, booked, starts_at, ends_at, ...one }: Open, mine: string | undefined) => ({
  ...one,
  starts_at: starts_at.toISOString(),
  ends_at: ends_at.toISOString(),
  left: fewLeft({ capacity, booked }),
  mine: one.id === mine,
});

/** The slots that a family may choose from for a registration of its own, by day, and the one that it has. */
export async function readChoices(
  context: Context,
  caller: Pick<Caller, 'id'>,
  id: string,
  { from = '', after }: { readonly from?: string | undefined; readonly after?: string | undefined },
): Promise<SlotChoices> {
  const db = context.database.knex;
  const own = await ownRegistrations(db, caller.id).where('registrations.id', id).first();
  if (!own) throw noRegistration();
  const now = context.now();
  const { live, moves, missed } = await choiceOf(db, id);
  const why = choiceProblem({ ...own, live, missed }, now);
  const open = why === null ? await openSlots(db, own, now, 'family', live?.slot_id) : [];
  const since = after === undefined ? null : new Date(after);
  const days = Map.groupBy(
    open.filter(({ starts_at }) => since === null || starts_at > since),
    ({ starts_at }) => jakartaDay(starts_at),
  );
  let shown = 0;
  return {
    can_choose: why === null,
    ...(why !== null && { reason: WHY_NOT[why] }),
    cutoff_hours: CUTOFF_HOURS,
    moves_left: FAMILY_MOVES - moves,
    days: [...days]
      .filter(([day]) => day >= from)
      .map(([day, slots], at) => {
        const count = slots.length;
        shown += count;
        const some = at === 0 ? firstOf(slots) : shown <= SLOTS_SHOWN ? slots : [];
        return { day, count, slots: some.map((one) => toChoice(one, live?.slot_id)) };
      }),
    booking: live && toOwnBooking(live, context.school.settings.short_name),
  };
}
