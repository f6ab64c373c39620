import type { changeSlot as call, Slot } from '@gerbang/contracts/observation-slots';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { Problem } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { refuseReadOnly } from '../registration-record/rules.ts';
import { changesOf, differing } from '../trail.ts';
import { forgetReminders } from './bookings.repository.ts';
import { lockWithFamilies } from './lock-with-families.ts';
import { moveFamilies } from './move-families.ts';
import {
  assessorsById,
  noSlot,
  paidOf,
  refuseClash,
  refuseFreeTimes,
  refuseTimes,
  SLOT_ACTIONS,
  slotClosed,
} from './slot-rules.ts';
import {
  assessorsOf,
  lockCalendar,
  type SlotRow,
  takenPlaces,
  updateSlot,
  writeAssessors,
} from './slots.repository.ts';
import { slotView } from './slots.view.ts';

type Body = z.output<(typeof call)['body']>;

const MOMENTS = ['starts_at', 'ends_at', 'opens_at', 'closes_at'] as const;
type Moments = Partial<Record<(typeof MOMENTS)[number], string>>;
const isoOf = (row: SlotRow): Required<Moments> =>
  Object.fromEntries(MOMENTS.map((name) => [name, row[name].toISOString()])) as Required<Moments>;

/** The sent fields whose value is new, moments as ISO texts; a slot that closed at its start goes on doing so. */
function fieldsOf(
  { version: _v, notify: _n, override: _o, reason: _r, assessors: _a, ...body }: Body,
  present: SlotRow,
) {
  const moments: Moments = Object.fromEntries(
    MOMENTS.flatMap((name) => (body[name] === undefined ? [] : [[name, new Date(body[name]).toISOString()]])),
  );
  const closed = present.closes_at.getTime() === present.starts_at.getTime();
  if (closed && moments.starts_at !== undefined) moments.closes_at ??= moments.starts_at;
  return differing({ ...body, ...moments }, { ...present, ...isoOf(present) });
}

/** The fields as the row has them. */
function asRow({ starts_at, ends_at, opens_at, closes_at, ...fields }: ReturnType<typeof fieldsOf>) {
  return {
    ...fields,
    ...(starts_at !== undefined && { starts_at: new Date(starts_at) }),
    ...(ends_at !== undefined && { ends_at: new Date(ends_at) }),
    ...(opens_at !== undefined && { opens_at: new Date(opens_at) }),
    ...(closes_at !== undefined && { closes_at: new Date(closes_at) }),
  };
}

/** 409 for fewer places than children have; those that came keep theirs. */
async function refuseFewer(trx: Db, { id, capacity }: Pick<SlotRow, 'id' | 'capacity'>): Promise<void> {
  const booked = await takenPlaces(trx, id);
  if (capacity >= booked) return;
  const message = `Sudah ${booked} anak di jadwal ini. Pindahkan dulu, atau isi paling sedikit ${booked}.`;
  throw new Problem(409, 'below_booked', message, { details: { booked } });
}

/** Refuses a change that does not fit: of a cancelled slot, of too few places, of a time that is over, taken or a day off. */
async function refuseChange(
  context: Context,
  { trx, present }: Pick<LockedStep<SlotRow>, 'trx' | 'present'>,
  after: SlotRow,
  { body, people }: { readonly body: Body; readonly people: readonly string[] },
): Promise<void> {
  if (present.cancelled_at !== null) throw slotClosed();
  await refuseReadOnly(trx, present.academic_year);
  if (after.capacity < present.capacity) await refuseFewer(trx, after);
  const isNew = (name: (typeof MOMENTS)[number]) => after[name].getTime() !== present[name].getTime();
  if (isNew('starts_at') || isNew('ends_at') || isNew('closes_at')) refuseTimes(after, context.now());
  if (isNew('starts_at') || isNew('ends_at')) {
    await refuseFreeTimes(trx, context.school.settings, [after], body);
  }
  await refuseClash(trx, after, people);
}

/** Changes a slot; another time or place goes into the history of every registration in it. */
export async function changeSlot(context: Context, caller: Caller, id: string, body: Body): Promise<Slot> {
  let families: readonly LockedRegistration[] = [];
  return changeLocked(
    context.database,
    { ...caller, ifMatch: String(body.version) },
    {
      lock: async (trx) => {
        await lockCalendar(trx);
        const locked = await lockWithFamilies(trx, id);
        families = locked.families;
        return locked.slot;
      },
      notFound: noSlot,
      expect: { actions: SLOT_ACTIONS, present: ({ trx }) => slotView(trx, id) },
      apply: async ({ trx, present }) => {
        const fields = fieldsOf(body, present);
        const written = asRow(fields);
        const after: SlotRow = { ...present, ...written };
        const before = await assessorsOf(trx, id);
        const people = body.assessors ? await assessorsById(trx, body.assessors) : before;
        const ids = (some: typeof people) => some.map((one) => one.id).toSorted();
        const others = JSON.stringify(ids(before)) !== JSON.stringify(ids(people));
        await refuseChange(context, { trx, present }, after, { body, people: ids(people) });
        if (Object.keys(fields).length === 0 && !others) return null;
        const elsewhere = 'starts_at' in fields || 'ends_at' in fields || 'place' in fields;
        await updateSlot(trx, present, {
          ...written,
          ...(elsewhere && { sequence: present.sequence + 1 }),
        });
        await writeAssessors(trx, after, people);
        if (jakartaDay(after.starts_at) !== jakartaDay(present.starts_at)) await forgetReminders(trx, id);
        if (elsewhere && families.length > 0) {
          const way = { slot: after, cancelled: null, tell: body.notify };
          await moveFamilies(context, trx, caller, paidOf(families), way);
        }
        return { fields, others, before: before.length, after: people.length };
      },
      audit: ({ present }, change) => {
        const before = { ...present, ...isoOf(present) };
        return {
          action: 'slot.changed',
          subject: id,
          details: {
            slot: present.place,
            ...changesOf('observation_slots', before, change.fields),
            ...(change.others && { assessors: { from: change.before, to: change.after } }),
            ...(body.override === true && { day_off_reason: body.reason }),
            told: body.notify ? families.length : 0,
          },
        };
      },
      view: ({ trx }) => slotView(trx, id),
    },
  );
}
