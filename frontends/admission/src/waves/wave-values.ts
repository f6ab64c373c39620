import type { StaffWave, WaveCreation } from '@gerbang/contracts/waves';
import { waveDays } from '@gerbang/domain/day-limits';
import { inJakarta } from '@gerbang/domain/jakarta-time';
import { APPLICANTS_MOST } from '@gerbang/domain/waves';
import { dayWithin } from '@gerbang/web-kit/forms/day-rule';
import { z } from '@gerbang/web-kit/forms/form';
import { waveFormCopy as copy } from './waves.copy.ts';

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message));
const day = required(copy.dayMissing).check(dayWithin(waveDays));
const time = z.string().check(z.regex(/^\d\d:\d\d$/u, copy.timeMissing));

const fields = z.object({
  jenjang: required(copy.jenjangMissing),
  name: z.string().check(z.trim(), z.minLength(1, copy.nameMissing), z.maxLength(60, copy.nameLong)),
  opens_day: day,
  opens_time: time,
  closes_day: day,
  closes_time: time,
  applicants_max: z.string().check(
    z.trim(),
    z.refine((text) => {
      const count = Number(text);
      return text === '' || (/^\d{1,5}$/u.test(text) && count >= 1 && count <= APPLICANTS_MOST);
    }, copy.mostWrong),
  ),
  fee_override: z.string(),
  payment_period: z.string(),
  note: z.string().check(z.trim(), z.maxLength(300, copy.noteLong)),
});

/** A wave as the form holds it: all texts, '' = none. */
export type WaveValues = z.infer<typeof fields>;

const momentOf = (day: string, at: string) => new Date(`${day}T${at}:00+07:00`);

/** The rules of the form; the end must be after the beginning. */
export const waveRules = fields.check(
  z.refine(
    ({ opens_day, opens_time, closes_day, closes_time }) =>
      momentOf(opens_day, opens_time) < momentOf(closes_day, closes_time),
    { error: copy.order, path: ['closes_day'] },
  ),
);

const EMPTY: WaveValues = {
  jenjang: '',
  name: '',
  opens_day: '',
  opens_time: '08:00',
  closes_day: '',
  closes_time: '20:00',
  applicants_max: '',
  fee_override: '',
  payment_period: '',
  note: '',
};

const text = (value: string | number | null) => (value === null ? '' : String(value));

/** The form as it begins: empty, or with what is stored. */
export function valuesOf(wave: StaffWave | null): WaveValues {
  if (!wave) return EMPTY;
  const [opens, closes] = [inJakarta(new Date(wave.opens_at)), inJakarta(new Date(wave.closes_at))];
  return {
    jenjang: wave.jenjang,
    name: wave.name,
    opens_day: opens.slice(0, 10),
    opens_time: opens.slice(11, 16),
    closes_day: closes.slice(0, 10),
    closes_time: closes.slice(11, 16),
    applicants_max: text(wave.applicants_max),
    fee_override: text(wave.fee_override),
    payment_period: text(wave.payment_period),
    note: text(wave.note),
  };
}

const numberOf = (typed: string) => (typed === '' ? null : Number(typed));

/** What is sent of the form, without level and year. */
export function bodyOf(values: WaveValues): Omit<WaveCreation, 'academic_year' | 'jenjang'> {
  return {
    name: values.name,
    opens_at: momentOf(values.opens_day, values.opens_time).toISOString(),
    closes_at: momentOf(values.closes_day, values.closes_time).toISOString(),
    applicants_max: numberOf(values.applicants_max),
    fee_override: numberOf(values.fee_override),
    payment_period: values.payment_period || null,
    note: values.note || null,
  };
}
