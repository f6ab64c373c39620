import type { SeatPool } from '@gerbang/contracts/seat-pools';
import { deadlines } from '@gerbang/domain/day-limits';
import type { Jenjang } from '@gerbang/domain/levels';
import { mostOffers } from '@gerbang/domain/offers';
import { CRITERIA, type Criterion } from '@gerbang/domain/waitlist';
import { dayWithin } from '@gerbang/web-kit/forms/day-rule';
import { z } from '@gerbang/web-kit/forms/form';
import { formatDayText } from '@gerbang/web-kit/page/format';
import { REASON_LEAST } from './reason-text.ts';
import type { PoolCreation } from './seat-pools.api.ts';
import { CRITERION_WORDS, poolFormCopy as copy } from './seat-pools.copy.ts';

const SEATS_MOST = 2000;

/** The number that was typed; null where it is none of these. */
function wholeOf(text: string, from: number, to: number): number | null {
  const value = Number(text);
  return /^\d{1,5}$/u.test(text.trim()) && value >= from && value <= to ? value : null;
}

const whole = (from: number, to: number, message: string) =>
  z.string().check(z.refine((text) => wholeOf(text, from, to) !== null, message));

const fields = z.object({
  jenjang: z.string().check(z.minLength(1, copy.jenjangMissing)),
  /** '' = the classes of the level together. */
  kelas: z.string(),
  seats: whole(0, SEATS_MOST, copy.seatsWrong),
  offer_limit: whole(0, mostOffers(SEATS_MOST), copy.limitWrong),
  answer_days: whole(1, 60, copy.answerDaysWrong),
  /** '1' = yes. */
  auto_offer: z.string(),
  offers_until: z.string().check(dayWithin(deadlines)),
  list_max: z
    .string()
    .check(z.refine((text) => text.trim() === '' || wholeOf(text, 1, 10_000) !== null, copy.listMaxWrong)),
  /** Joined by commas. */
  criteria: z.string(),
  reason: z.string().check(z.trim()),
});

/** A pool as the form holds it: all texts. */
export type PoolValues = z.infer<typeof fields>;

/** The least and the most places that may be offered for the seats that were typed; null without a number. */
export function limitsOf(seats: string): { readonly from: number; readonly to: number } | null {
  const from = wholeOf(seats, 0, SEATS_MOST);
  return from === null ? null : { from, to: mostOffers(from) };
}

/** The criteria of a field, in their order. */
export const criteriaOf = (joined: string): Criterion[] =>
  joined.split(',').flatMap((text) => CRITERIA.find((one) => one === text) ?? []);

/** The rules of the form: `ordered` are the criteria that stand, whose change wants a reason. */
export const poolRules = (ordered: readonly Criterion[] | null) =>
  fields.check((form) => {
    const { seats, offer_limit: limit, criteria, reason } = form.value;
    const limits = limitsOf(seats);
    const fail = (path: keyof PoolValues, message: string) =>
      form.issues.push({ code: 'custom', path: [path], message, input: form.value[path] });
    if (limits && wholeOf(limit, limits.from, limits.to) === null) {
      fail('offer_limit', copy.limitBetween(limits.from, limits.to));
    }
    const reordered = ordered !== null && ordered.join() !== criteria;
    const short = reason.trim().length < REASON_LEAST;
    if (reordered && short) fail('reason', copy.reasonWanted);
    else if (short && reason.trim() !== '') fail('reason', copy.reasonShort);
  });

const text = (value: string | number | null) => (value === null ? '' : String(value));

/** The form as it begins: of a new pool, or with what is stored. */
export function valuesOf(
  pool: SeatPool | null,
  {
    jenjang = '',
    criteria,
  }: { readonly jenjang?: string | undefined; readonly criteria: readonly Criterion[] },
): PoolValues {
  return {
    jenjang: pool?.jenjang ?? jenjang,
    kelas: pool?.kelas ?? '',
    seats: text(pool?.seats ?? null),
    offer_limit: text(pool?.offer_limit ?? null),
    answer_days: text(pool?.answer_days ?? 7),
    auto_offer: pool?.auto_offer ? '1' : '',
    offers_until: pool?.offers_until ?? '',
    list_max: text(pool?.list_max ?? null),
    criteria: (pool?.criteria ?? criteria).join(),
    reason: '',
  };
}

const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));

type Decided =
  | 'seats'
  | 'offer_limit'
  | 'answer_days'
  | 'auto_offer'
  | 'offers_until'
  | 'list_max'
  | 'criteria';

/** What a person decides about a pool, as the calls take it. */
export function decidedOf(values: PoolValues): Required<Pick<PoolCreation, Decided>> {
  return {
    seats: Number(values.seats),
    offer_limit: Number(values.offer_limit),
    answer_days: Number(values.answer_days),
    auto_offer: values.auto_offer !== '',
    offers_until: values.offers_until || null,
    list_max: numberOf(values.list_max),
    criteria: criteriaOf(values.criteria),
  };
}

/** What is sent of the form for a new pool. */
export const creationOf = (values: PoolValues, year: string): PoolCreation => ({
  academic_year: year,
  jenjang: values.jenjang as Jenjang,
  kelas: values.kelas || null,
  ...decidedOf(values),
});

const SHOWN = {
  seats: [copy.seats, (value: string) => value],
  offer_limit: [copy.limit, (value: string) => value],
  answer_days: [copy.answerDays, (value: string) => value],
  auto_offer: [copy.auto, (value: string) => (value === '' ? copy.no : copy.yes)],
  offers_until: [copy.offersUntil, (value: string) => formatDayText(value) || copy.none],
  list_max: [copy.listMax, (value: string) => value || copy.none],
  criteria: [
    copy.criteria,
    (value: string) =>
      criteriaOf(value)
        .map((one) => CRITERION_WORDS[one])
        .join(', '),
  ],
} as const satisfies Partial<Record<keyof PoolValues, readonly [string, (value: string) => string]>>;

/** The fields that stand otherwise than they were typed, in words. */
export function differencesOf(values: PoolValues, present: PoolValues): string[] {
  return Object.entries(SHOWN).flatMap(([name, [label, words]]) => {
    const theirs = present[name as Decided];
    return values[name as Decided] === theirs ? [] : [copy.theirs(label, words(theirs))];
  });
}
