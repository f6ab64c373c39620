import type { SchoolConfig } from '@gerbang/contracts/school';
import type { Slot, SlotChange, SlotsMade, WithoutSlot } from '@gerbang/contracts/observation-slots';
import { observationDays } from '@gerbang/domain/day-limits';
import { inJakarta, jakartaDay } from '@gerbang/domain/jakarta-time';
import {
  SLOT_CAPACITY_MAX,
  SLOT_INSTRUCTIONS_MAX,
  SLOT_PLACE_MAX,
  slotsInARow,
} from '@gerbang/domain/observation-slots';
import { dayWithin } from '@gerbang/web-kit/forms/day-rule';
import { z } from '@gerbang/web-kit/forms/form';
import { slotFormCopy as copy } from './slots.copy.ts';

/** How many slots the form makes one after the other. */
const IN_A_ROW_MAX = 20;

export const slotDays = (now: Date) => observationDays(jakartaDay(now));

const time = z.string().check(z.regex(/^\d\d:\d\d$/u, copy.timeMissing));
const count = (most: number, message: string) =>
  z.string().check(
    z.trim(),
    z.refine((text) => /^\d{1,3}$/u.test(text) && Number(text) >= 1 && Number(text) <= most, message),
  );

/** The fields of a slot as its forms hold them. */
export const fields = z.object({
  academic_year: z.string(),
  jenjang: z.string().check(z.minLength(1, copy.jenjangMissing)),
  day: z.string().check(z.minLength(1, copy.dayMissing), dayWithin(slotDays)),
  begins: time,
  ends: time,
  place: z
    .string()
    .check(z.trim(), z.minLength(1, copy.placeMissing), z.maxLength(SLOT_PLACE_MAX, copy.placeLong)),
  capacity: count(SLOT_CAPACITY_MAX, copy.capacityWrong),
  count: count(IN_A_ROW_MAX, copy.countWrong),
  instructions: z.string().check(z.trim(), z.maxLength(SLOT_INSTRUCTIONS_MAX, copy.instructionsLong)),
  published: z.string(),
  notify: z.string(),
  reason: z.string().check(z.trim()),
});

/** A slot as the form holds it: all texts, '' = none. */
export type SlotValues = z.infer<typeof fields>;

const rowOf = ({ day, begins, ends, count: times }: SlotValues) =>
  slotsInARow(momentOf(day, begins), momentOf(day, ends), Number(times));

const momentOf = (day: string, at: string) => new Date(`${day}T${at}:00+07:00`);

/** The rules of the form. */
export const slotRules = fields.check(
  z.refine(({ begins, ends }) => begins < ends, { error: copy.order, path: ['ends'] }),
  z.refine(
    (values) =>
      values.begins >= values.ends ||
      rowOf(values).every(({ ends_at }) => jakartaDay(new Date(ends_at)) === values.day),
    { error: copy.pastMidnight, path: ['count'] },
  ),
);

/** The year in which a form begins: the one that the calendar shows, where it is open. */
export function openYearOf(
  { academic_years: years }: Pick<SchoolConfig, 'academic_years'>,
  year: string | null,
): string {
  return (year !== null && years.includes(year) ? year : years[0]) ?? '';
}

/** The form of a slot for an appointment that was typed by hand: an hour long, its time and place where it has them. */
export function valuesOfTyped({ day, time, place, academic_year, jenjang }: WithoutSlot): SlotValues {
  const values = valuesOf(null, day, academic_year, jenjang);
  if (time === null) return { ...values, place: place ?? '' };
  const ends = inJakarta(new Date(momentOf(day, time).getTime() + 3_600_000)).slice(11, 16);
  return { ...values, begins: time, ends, place: place ?? '' };
}

/** The form as it begins: of a new slot on this day, or with what is stored. */
export function valuesOf(slot: Slot | null, day: string, academic_year: string, jenjang: string): SlotValues {
  const [begins, ends] = slot
    ? [inJakarta(new Date(slot.starts_at)), inJakarta(new Date(slot.ends_at))]
    : [`${day}T08:00`, `${day}T09:00`];
  return {
    academic_year: slot?.academic_year ?? academic_year,
    jenjang: slot?.jenjang ?? jenjang,
    day: begins.slice(0, 10),
    begins: begins.slice(11, 16),
    ends: ends.slice(11, 16),
    place: slot?.place ?? '',
    capacity: String(slot?.capacity ?? 1),
    count: '1',
    instructions: slot?.instructions ?? '',
    published: slot?.published === false ? '' : '1',
    notify: '1',
    reason: '',
  };
}

const shared = ({ place, capacity, instructions, published, reason }: SlotValues) => ({
  place,
  capacity: Number(capacity),
  instructions: instructions || null,
  published: published !== '',
  ...(reason !== '' && { override: true, reason }),
});

/** What is sent to make slots one after the other. */
export function creationOf(values: SlotValues, assessors: readonly string[]): SlotsMade {
  const { override, reason, ...fields } = shared(values) as ReturnType<typeof shared> & {
    override?: boolean;
    reason?: string;
  };
  return {
    slots: rowOf(values).map((times) => ({
      ...fields,
      ...times,
      academic_year: values.academic_year,
      jenjang: values.jenjang as Slot['jenjang'],
      assessors: [...assessors],
    })),
    ...(override && { override, reason }),
  };
}

/** What is sent of a changed slot. */
export function changeOf(slot: Slot, values: SlotValues, assessors: readonly string[]): SlotChange {
  return {
    ...shared(values),
    starts_at: momentOf(values.day, values.begins).toISOString(),
    ends_at: momentOf(values.day, values.ends).toISOString(),
    assessors: [...assessors],
    notify: values.notify !== '',
    version: slot.version,
  };
}

const FORM_FIELDS: Readonly<Record<string, keyof SlotValues>> = { starts_at: 'begins', ends_at: 'ends' };

/** The server's fields under the names of the form: `slots.0.ends_at` is `ends`. */
export function renamed(error: unknown): unknown {
  const issues = (error as { body?: { issues?: { path: string; message: string }[] } }).body?.issues;
  for (const issue of issues ?? []) {
    const name = issue.path.replace(/^slots\.\d+\./u, '');
    issue.path = FORM_FIELDS[name] ?? name;
  }
  return error;
}
