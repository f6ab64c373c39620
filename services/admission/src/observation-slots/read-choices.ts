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

/** A phone reads so many slots at once, by whole days; a later day is read when it is asked for. */
const SLOTS_SHOWN = 50;

const toChoice = (
  { capacity, booked, starts_at, ends_at, ...one }: Awaited<ReturnType<typeof openSlots>>[number],
  mine: string | undefined,
) => ({
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
  { from = '' }: { readonly from?: string | undefined },
): Promise<SlotChoices> {
  const db = context.database.knex;
  const own = await ownRegistrations(db, caller.id).where('registrations.id', id).first();
  if (!own) throw noRegistration();
  const now = context.now();
  const { live, moves, missed } = await choiceOf(db, id);
  const why = choiceProblem({ ...own, live, missed }, now);
  const open = why === null ? await openSlots(db, own, now, 'family', live?.slot_id) : [];
  const days = Map.groupBy(open, ({ starts_at }) => jakartaDay(starts_at));
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
        const isShort = at === 0 || shown <= SLOTS_SHOWN;
        return { day, count, slots: isShort ? slots.map((one) => toChoice(one, live?.slot_id)) : [] };
      }),
    booking: live && toOwnBooking(live, context.school.settings.short_name),
  };
}
