import type { PlannedSlots, SlotsMade, SlotWish } from '@gerbang/contracts/observation-slots';
import { CALENDAR_DAYS } from '@gerbang/domain/observation-slots';
import { daysFrom, PLAN_PLACES_MAX } from '@gerbang/domain/slot-planner';
import { dayWithin } from '@gerbang/web-kit/forms/day-rule';
import { z } from '@gerbang/web-kit/forms/form';
import { planCopy as copy, slotFormCopy } from './slots.copy.ts';
import { fields, slotDays } from './slot-values.ts';
import { dayOf, timesOf } from './slot-words.ts';

const minutes = (least: number) =>
  z.string().check(
    z.trim(),
    z.refine(
      (text) => /^\d{1,3}$/u.test(text) && Number(text) >= least && Number(text) <= 240,
      copy.minutesWrong(least),
    ),
  );
const placesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
const day = z.string().check(z.minLength(1, slotFormCopy.dayMissing), dayWithin(slotDays));
const { academic_year, jenjang, begins, ends, capacity, instructions, published } = fields.shape;

/** The rules of the form of a plan. */
export const planRules = z
  .object({
    academic_year,
    jenjang,
    first: day,
    last: day,
    begins,
    ends,
    minutes: minutes(10),
    gap: minutes(0),
    places: z.string().check(
      z.refine((text) => placesOf(text).length > 0, slotFormCopy.placeMissing),
      z.refine((text) => placesOf(text).length <= PLAN_PLACES_MAX, copy.tooManyPlaces),
      z.refine((text) => placesOf(text).every((one) => one.length <= 80), slotFormCopy.placeLong),
    ),
    capacity,
    weekends: z.string(),
    instructions,
    published,
  })
  .check(
    z.refine(({ begins: from, ends: to }) => from < to, { error: slotFormCopy.order, path: ['ends'] }),
    z.refine(({ first, last }) => first <= last, { error: copy.order, path: ['last'] }),
    z.refine(({ first, last }) => first > last || daysFrom(first, last).length <= CALENDAR_DAYS, {
      error: copy.tooLong,
      path: ['last'],
    }),
  );

/** A plan as its form holds it: all texts. */
export type PlanValues = z.infer<typeof planRules>;

/** The form as it begins. */
export const planFrom = (
  first: string,
  last: string,
  academic_year: string,
  jenjang: string,
): PlanValues => ({
  academic_year,
  jenjang,
  first,
  last,
  begins: '08:00',
  ends: '12:00',
  minutes: '45',
  gap: '15',
  places: '',
  capacity: '1',
  weekends: '',
  instructions: '',
  published: '1',
});

/** What is sent to be planned. */
export const wishOf = (values: PlanValues, assessors: readonly string[]): SlotWish => ({
  academic_year: values.academic_year,
  jenjang: values.jenjang as SlotWish['jenjang'],
  days: daysFrom(values.first, values.last),
  from: values.begins,
  to: values.ends,
  minutes: Number(values.minutes),
  gap: Number(values.gap),
  places: placesOf(values.places),
  assessors: [...assessors],
  capacity: Number(values.capacity),
  weekends: values.weekends !== '',
});

/** What is sent to make the planned slots. */
export const plannedOf = ({ slots }: PlannedSlots, values: PlanValues): SlotsMade => ({
  slots: slots.map((slot) => ({
    ...slot,
    academic_year: values.academic_year,
    jenjang: values.jenjang as SlotWish['jenjang'],
    instructions: values.instructions || null,
    published: values.published !== '',
  })),
});

/** How many were left out for each reason, the most frequent first: `salat Jumat 3, Isra Mikraj 3`. */
export function reasonsOf(skipped: PlannedSlots['skipped']): string {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, n]) => `${reason} ${n}`)
    .join(', ');
}

/** A day of a plan. */
export interface PlannedDay {
  readonly day: string;
  /** When its slots begin: `08.00, 09.00`. */
  readonly times: string;
  readonly count: number;
  readonly skipped: PlannedSlots['skipped'];
}

/** A plan by day. */
export function daysOf({ slots, skipped }: PlannedSlots): PlannedDay[] {
  const days = [...new Set([...slots.map(dayOf), ...skipped.map((one) => one.day)])].toSorted();
  return days.map((day) => {
    const own = slots.filter((slot) => dayOf(slot) === day);
    const times = [...new Set(own.map((slot) => timesOf(slot).slice(0, 5)))].join(', ');
    return { day, times, count: own.length, skipped: skipped.filter((one) => one.day === day) };
  });
}
