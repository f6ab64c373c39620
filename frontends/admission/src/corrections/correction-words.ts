import type { CorrectionTarget } from '@gerbang/domain/corrections';
import {
  ALIVE_STATUSES,
  BLOOD_TYPES,
  EDUCATION,
  GENDER_LABELS,
  GENDERS,
  INCOMES,
  JOBS,
} from '@gerbang/domain/family-options';
import { HOW_KNOW_SCHOOL, HOW_KNOW_SCHOOL_LABELS, UNIFORM_SIZES } from '@gerbang/domain/registration-options';
import type { ChildField } from '@gerbang/web-kit/family/child-values';
import { labelOf as childLabel } from '@gerbang/web-kit/family/child-words';
import { formatDayText, formatPhone } from '@gerbang/web-kit/page/format';
import { labelOf as parentLabel, wordOf as parentWord } from '../parents/profile-words.ts';
import { REGISTRATION_LABELS } from './registration-labels.copy.ts';

type Value = string | number | null;
type Labels = Readonly<Record<string, string>>;

/** The name of a field as its own form has it. */
export function fieldLabel(target: CorrectionTarget, field: string): string {
  if (target === 'registration') return REGISTRATION_LABELS[field] ?? field;
  return target === 'child' ? childLabel(field as ChildField) : parentLabel(field, true);
}

const same = (values: readonly string[]): Labels => Object.fromEntries(values.map((value) => [value, value]));
const parentChoice = (field: string, values: readonly string[]): Labels =>
  Object.fromEntries(values.map((value) => [value, parentWord(field, value)]));
const CHOICES: Readonly<Record<string, Labels>> = {
  gender: Object.fromEntries(GENDERS.map((value) => [value, GENDER_LABELS[value]])),
  blood_type: same(BLOOD_TYPES),
  how_know_school: Object.fromEntries(HOW_KNOW_SCHOOL.map((value) => [value, HOW_KNOW_SCHOOL_LABELS[value]])),
  uniform_size: same(UNIFORM_SIZES),
};
const OF_PARENTS: Readonly<Record<string, readonly string[]>> = {
  alive_status: ALIVE_STATUSES,
  education: EDUCATION,
  job: JOBS,
  income: INCOMES,
};

/** The values that a field may have, with their words; undefined for a field that is typed. */
export function choicesOf(field: string): Labels | undefined {
  const [, kind] = /^(?:father|mother)_(.+)$/u.exec(field) ?? [];
  const values = kind === undefined ? undefined : OF_PARENTS[kind];
  return values ? parentChoice(field, values) : CHOICES[field];
}

/** A value in words; null where there is none. */
export function valueWord(field: string, value: Value): string | null {
  if (value === null || value === '') return null;
  const text = String(value);
  if (field.endsWith('_phone')) return formatPhone(text);
  return field === 'birth_date' ? formatDayText(text) : (choicesOf(field)?.[text] ?? text);
}

/** A typed value as the call takes it. */
export function sentValue(field: string, typed: string): Value {
  const text = typed.trim();
  if (text === '') return null;
  return field === 'sibling_count' && /^\d+$/u.test(text) ? Number(text) : text;
}
