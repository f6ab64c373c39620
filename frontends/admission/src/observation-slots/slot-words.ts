import type { Slot } from '@gerbang/contracts/observation-slots';
import { inJakarta } from '@gerbang/domain/jakarta-time';

/** The day and the time of a moment of a slot: `2027-02-08`, `08.00`. */
const partsOf = (moment: string) => {
  const text = inJakarta(new Date(moment));
  return { day: text.slice(0, 10), time: text.slice(11, 16).replace(':', '.') };
};

/** The day of a slot. */
export const dayOf = ({ starts_at }: Pick<Slot, 'starts_at'>): string => partsOf(starts_at).day;

/** From when to when a slot is: `08.00–09.30`. */
export const timesOf = ({ starts_at, ends_at }: Pick<Slot, 'starts_at' | 'ends_at'>): string =>
  `${partsOf(starts_at).time}–${partsOf(ends_at).time}`;

/** The people of a slot, by name. */
export const peopleOf = ({ assessors }: Pick<Slot, 'assessors'>, none: string): string =>
  assessors.map(({ name }) => name ?? '–').join(', ') || none;
