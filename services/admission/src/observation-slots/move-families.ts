import { timeText, weekdayText } from '@gerbang/domain/date-text';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { BookingSource } from '@gerbang/domain/observation-bookings';
import { appointmentOf } from '@gerbang/domain/observation-slots';
import type { Db } from '@gerbang/service-kit/data/database';
import { byDay } from '@gerbang/service-kit/events/account-messages';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { afterMoves } from '../registration-record/moves.ts';
import { type Notice, noticeRows } from '../registration-record/notify.ts';
import { raisedRows } from '../registration-record/publish.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { stageMove, type StageMove, writeStages } from '../registration-record/stages.repository.ts';
import type { SlotRow } from './slots.repository.ts';

/** Where families go to, and what they are told. */
interface Way {
  readonly slot: Pick<SlotRow, 'id' | 'starts_at' | 'place' | 'instructions'>;
  /** Why the slot was cancelled or given up; null where they have a place in it. */
  readonly cancelled: string | null;
  readonly tell: boolean;
  readonly by?: BookingSource;
}

/** What the history says of an appointment, or of its end. */
function notesOf({ slot, cancelled }: Way) {
  const { day, time, place } = appointmentOf(slot);
  const note = cancelled ?? slot.instructions;
  return cancelled === null
    ? { content: day, observation_time: time, observation_place: place, note, file_id: null }
    : { content: null, observation_time: null, observation_place: null, note, file_id: null };
}

/** When a slot is, as messages word it: the day, and `08.00 WIB`. */
export const whenOf = ({ starts_at }: Pick<SlotRow, 'starts_at'>) => ({
  day: weekdayText(jakartaDay(starts_at)),
  time: `${timeText(starts_at)} WIB`,
});

type Written = Pick<StageMove, 'to' | 'by' | 'notes' | 'observationDate'> & {
  readonly slotId: string;
  /** What each family is told; null = nothing. */
  readonly message: Omit<Notice, 'entryId'> | null;
};

/**
 * Writes the stage of registrations whose booking was written or is about to be, with history, trail, events and messages:
 * in as few statements for many as for one.
 */
export async function writeMoves(
  context: Context,
  trx: Db,
  caller: Caller,
  families: readonly LockedRegistration[],
  { slotId, to, by, message, observationDate = null, ...written }: Written,
): Promise<void> {
  const actor = await actorOf(trx, caller);
  const entries = await writeStages(
    trx,
    families.map((present) => ({ present, to, by, actor, observationDate, ...written })),
    families.map((present) => ({
      action: 'registration.stage_changed',
      actor,
      subject: present.id,
      details: {
        child_id: present.child_id,
        current_stage: { from: present.current_stage, to },
        observation_date: { from: present.observation_date, to: observationDate },
        slot_id: slotId,
      },
      origin: caller.origin,
    })),
  );
  const ids = families.map(({ id }) => id);
  const notices = families.flatMap((present, at) =>
    message ? { present, notice: { ...message, entryId: entries[at] ?? '' } } : [],
  );
  await context.outbox.publishRows(trx, [
    ...(await raisedRows(context, trx, ids)),
    ...(await noticeRows(context, trx, caller, notices)),
  ]);
  await afterMoves(
    context,
    trx,
    families.map((present) => stageMove({ present, to, by })),
  );
}

/** Writes the appointment of registrations whose booking was written, or its end, and tells their families. */
export async function moveFamilies(
  context: Context,
  trx: Db,
  caller: Caller,
  families: readonly LockedRegistration[],
  way: Way,
): Promise<void> {
  const { slot, cancelled, tell, by = 'staff' } = way;
  const { day, place } = appointmentOf(slot);
  const message = {
    ...(cancelled === null
      ? ({ kind: 'slot_booked', params: { ...whenOf(slot), place } } as const)
      : ({ kind: 'slot_cancelled', params: { day: Object.values(whenOf(slot)).join(', ') } } as const)),
    ...byDay(context),
  };
  await writeMoves(context, trx, caller, families, {
    slotId: slot.id,
    to: cancelled === null ? 'obs_scheduled' : 'registered',
    by,
    notes: notesOf(way),
    observationDate: cancelled === null ? day : null,
    message: tell ? message : null,
  });
}
