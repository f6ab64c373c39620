import { dayText } from './date-text.ts';
import { inJakarta, jakartaDay } from './jakarta-time.ts';
import { addDays } from './reports.ts';
import type { SchoolSettings } from './school-settings.ts';

/** How many slots a plan may try: days, times and places together. */
export const PLAN_MOST = 1000;
export const PLAN_PLACES_MAX = 10;

/** When a school observes no children. */
export interface SchoolTimes {
  readonly hours: SchoolSettings['hours'];
  /** The names of days off. */
  readonly daysOff: ReadonlyMap<string, string>;
}

/** Why a school keeps a time free, and how that is called. */
export interface FreeTime {
  readonly code: 'day_off' | 'prayer_time' | 'outside_hours';
  readonly name: string;
}

const momentOf = (day: string, time: string) => new Date(`${day}T${time}:00+07:00`);
const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay());
const isFriday = (day: string) => new Date(day).getUTCDay() === 5;

/** What the school does at a time of a day; null where it may observe. A slot may end when a prayer begins. */
export function freeTimeAt(
  { starts_at, ends_at }: { readonly starts_at: Date; readonly ends_at: Date },
  { hours, daysOff }: SchoolTimes,
): FreeTime | null {
  const day = jakartaDay(starts_at);
  const off = daysOff.get(day);
  if (off !== undefined) return { code: 'day_off', name: off };
  const touches = ([from, to]: readonly [string, string]) =>
    starts_at < momentOf(day, to) && ends_at > momentOf(day, from);
  if (isFriday(day) && touches(hours.friday_prayer)) return { code: 'prayer_time', name: 'salat Jumat' };
  if (touches(hours.midday_prayer)) return { code: 'prayer_time', name: 'salat Zuhur' };
  const fasting = hours.ramadan.find(({ from, to }) => from <= day && day <= to);
  if (fasting && ends_at > momentOf(day, fasting.day_end))
    return { code: 'outside_hours', name: 'jam Ramadan' };
  const isOutside = starts_at < momentOf(day, hours.day_start) || ends_at > momentOf(day, hours.day_end);
  return isOutside ? { code: 'outside_hours', name: 'di luar jam sekolah' } : null;
}

/** The sentence about a time that a school keeps free. */
export const freeTimeText = ({ code, name }: FreeTime, starts_at: Date): string =>
  code === 'day_off'
    ? `${dayText(jakartaDay(starts_at))} hari libur: ${name}.`
    : `${dayText(jakartaDay(starts_at))} pukul ${inJakarta(starts_at).slice(11, 16).replace(':', '.')}: ${name}.`;

/** What staff want to plan: the same times on each of these days, in all of these places. */
export interface PlanWish {
  readonly days: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
  /** Minutes between two slots. */
  readonly gap: number;
  readonly places: readonly string[];
  readonly assessors: readonly string[];
  readonly weekends?: boolean | undefined;
}

interface Taken {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly place: string;
  readonly assessors: readonly string[];
}

export interface SlotPlan {
  readonly slots: readonly Taken[];
  readonly skipped: readonly {
    readonly day: string;
    readonly starts_at: Date;
    readonly place: string;
    readonly reason: string;
  }[];
}

const keyOf = (place: string) => place.trim().toLowerCase();

/** Each time of a day at which a slot begins: all end by `to`. */
function beginnings(day: string, { from, to, minutes, gap }: PlanWish): Date[] {
  const [first, last] = [momentOf(day, from).getTime(), momentOf(day, to).getTime() - minutes * 60_000];
  const step = (minutes + gap) * 60_000;
  const count = Math.max(0, Math.floor((last - first) / step) + 1);
  return Array.from({ length: count }, (_, n) => new Date(first + n * step));
}

/** How many slots a plan tries. */
export const planSize = (wish: PlanWish): number =>
  wish.places.length * wish.days.reduce((sum, day) => sum + beginnings(day, wish).length, 0);

/**
 * Plans slots on free times of these days, in the order of time and place, with the reason of each that is left out. People
 * are shared out over the places, because no person observes in two at once.
 */
export function planSlots(
  wish: PlanWish,
  { busy, now, ...school }: SchoolTimes & { readonly busy: readonly Taken[]; readonly now: Date },
): SlotPlan {
  const slots: Taken[] = [];
  const skipped: SlotPlan['skipped'][number][] = [];
  const days = [...new Set(wish.days)].toSorted();
  for (const day of days) {
    for (const starts_at of beginnings(day, wish)) {
      const ends_at = new Date(starts_at.getTime() + wish.minutes * 60_000);
      const free = freeTimeAt({ starts_at, ends_at }, school);
      const resting = free?.name ?? (isWeekend(day) && !wish.weekends ? 'akhir pekan' : null);
      const over = starts_at <= now ? 'sudah lewat' : null;
      const meanwhile = busy.filter((one) => one.starts_at < ends_at && one.ends_at > starts_at);
      for (const [at, place] of wish.places.entries()) {
        const assessors = wish.assessors.filter((_, n) => n % wish.places.length === at);
        const isTaken = meanwhile.some((one) => keyOf(one.place) === keyOf(place));
        const isBusy = meanwhile.some((one) => one.assessors.some((id) => assessors.includes(id)));
        const taken = isTaken ? 'tempat terpakai' : isBusy ? 'penilai terpakai' : null;
        const reason = resting ?? over ?? taken;
        if (reason === null) slots.push({ starts_at, ends_at, place, assessors });
        else skipped.push({ day, starts_at, place, reason });
      }
    }
  }
  return { slots, skipped };
}

/** The days from one to another. */
export function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
