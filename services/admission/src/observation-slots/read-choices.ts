import type { SlotChoices } from '@gerbang/contracts/slot-choices';
import { choiceProblem } from '@gerbang/domain/observation-bookings';
import { CUTOFF_HOURS, FAMILY_MOVES } from '@gerbang/domain/observation-slots';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { documentsToBring } from '../registration-record/blocking-documents.repository.ts';
import { ownRegistrations } from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { choiceOf } from './bookings.repository.ts';
import { openDays } from './open-days.ts';
import { toOwnBooking, WHY_NOT } from './own-bookings.view.ts';
import { openSlots } from './slots.repository.ts';

/** The slots that a family may choose from for a registration of its own, by day, and the one that it has. */
export async function readChoices(
  context: Context,
  caller: Pick<Caller, 'id'>,
  id: string,
  { from, after }: { readonly from?: string | undefined; readonly after?: string | undefined },
): Promise<SlotChoices> {
  const db = context.database.knex;
  const own = await ownRegistrations(db, caller.id).where('registrations.id', id).first();
  if (!own) throw noRegistration();
  const now = context.now();
  const { live, moves, missed } = await choiceOf(db, id);
  const why = choiceProblem({ ...own, live, missed }, now);
  const open = why === null ? await openSlots(db, own, now, 'family', live?.slot_id) : [];
  const documents = live ? await documentsToBring(db, id) : [];
  return {
    can_choose: why === null,
    ...(why !== null && { reason: WHY_NOT[why] }),
    cutoff_hours: CUTOFF_HOURS,
    moves_left: FAMILY_MOVES - moves,
    days: openDays(open, {
      by: 'family',
      mine: live?.slot_id,
      from,
      after: after === undefined ? after : new Date(after),
    }),
    booking: live && toOwnBooking(live, context.school.settings.short_name),
    ...(documents.length > 0 && { documents }),
  };
}
