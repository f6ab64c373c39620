import type { planSlots as call } from '@gerbang/contracts/observation-slots';
import { PLAN_MOST, planSize, planSlots as planOf } from '@gerbang/domain/slot-planner';
import { refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { levelOf, refuseClosedYear, refuseLevelNotOffered } from '../registration-record/rules.ts';
import { assessorsById } from './slot-rules.ts';
import { countWaiting } from './slot-messages.repository.ts';
import { daysOffIn, slotsOf } from './slots.repository.ts';

const TOO_LARGE = `Paling banyak ${PLAN_MOST} jadwal yang dicoba sekaligus. Kurangi hari atau tempatnya.`;

/** The slots that a wish would make, what is left out and why, and how many children wait. Nothing is written. */
export async function planSlots(
  context: Context,
  _caller: unknown,
  wish: z.output<(typeof call)['body']>,
): Promise<z.output<(typeof call)['response'][200]>> {
  const { settings } = context.school;
  await refuseClosedYear(context.database.knex, wish.academic_year);
  refuseLevelNotOffered(levelOf(settings, wish.jenjang));
  if (planSize(wish) > PLAN_MOST) throw refusedField('slot_times', 'days', TOO_LARGE);
  const db = context.database.knex;
  await assessorsById(db, wish.assessors);
  const days = wish.days.toSorted();
  const [from = '', to = from] = [days[0], days.at(-1)];
  const busy = (await slotsOf(db, { from, to })).map((slot) => ({
    ...slot,
    assessors: slot.assessors.map(({ id }) => id),
  }));
  const { slots, skipped } = planOf(wish, {
    hours: settings.hours,
    daysOff: await daysOffIn(db, days),
    busy,
    now: context.now(),
  });
  return {
    slots: slots.map(({ starts_at, ends_at, ...slot }) => ({
      ...slot,
      assessors: [...slot.assessors],
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
      capacity: wish.capacity,
    })),
    skipped: skipped.map((one) => ({ ...one, starts_at: one.starts_at.toISOString() })),
    waiting: await countWaiting(db, wish),
  };
}
