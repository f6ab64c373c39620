import type {
  Registration,
  RegistrationChange,
  RegistrationCreation,
} from '@gerbang/contracts/registrations';
import type { SchoolConfig } from '@gerbang/contracts/school';
import { HOW_KNOW_SCHOOL, UNIFORM_SIZES } from '@gerbang/domain/registration-options';
import { JENJANG } from '@gerbang/domain/levels';
import { upTo } from '@gerbang/web-kit/family/rules';
import { z } from '@gerbang/web-kit/forms/form';

const FIELDS = {
  child_id: '',
  jenjang: '',
  kelas: '',
  academic_year: '',
  previous_school: '',
  previous_grade: '',
  nisn: '',
  how_know_school: '',
  uniform_size: '',
  sibling_name: '',
  collective_student_name: '',
  information: '',
};
export type RegistrationValues = typeof FIELDS;

/** What a draft may keep on the device: not the child's national number. */
export const KEPT_FIELDS = (Object.keys(FIELDS) as (keyof RegistrationValues)[]).filter(
  (name) => name !== 'nisn',
);

/** What the form begins with; a new one with the only child and the first open year filled in. */
export function valuesOf(
  registration: Registration | null,
  childId: string,
  year: string,
): RegistrationValues {
  if (registration === null) return { ...FIELDS, child_id: childId, academic_year: year };
  const names = Object.keys(FIELDS) as (keyof RegistrationValues)[];
  return Object.fromEntries(names.map((name) => [name, registration[name] ?? ''])) as RegistrationValues;
}

/** The classes of a level; none for KB or while no level is chosen. */
export function classesOf(school: SchoolConfig, jenjang: string): readonly string[] {
  return school.levels.find((level) => level.jenjang === jenjang)?.classes ?? [];
}

/** Texts as the options of a choice, each its own label. */
export const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** The rules of the form with the specified messages. */
export function registrationRules(school: SchoolConfig) {
  const required = (message: string) => z.string().check(z.minLength(1, message));
  return z
    .object({
      child_id: required('Pilih anak yang akan didaftarkan'),
      jenjang: required('Jenjang harus dipilih'),
      kelas: z.string(),
      academic_year: required('Tahun ajaran harus dipilih'),
      previous_school: upTo(150),
      previous_grade: upTo(50),
      nisn: z.string().check(z.trim(), z.regex(/^([0-9]{10})?$/u, 'NISN harus 10 digit angka')),
      how_know_school: z.string(),
      uniform_size: z.string(),
      sibling_name: upTo(100),
      collective_student_name: upTo(100),
      information: upTo(2000),
    })
    .check(
      z.refine((values) => values.kelas !== '' || classesOf(school, values.jenjang).length === 0, {
        path: ['kelas'],
        message: 'Kelas harus dipilih',
        when: () => true,
      }),
    );
}

function oneOf<T extends string>(values: readonly T[], text: string): T | null {
  return values.find((value) => value === text) ?? null;
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}

/** The body of a new registration. */
export function creationOf(values: RegistrationValues): RegistrationCreation {
  const jenjang = oneOf(JENJANG, values.jenjang);
  if (jenjang === null) throw new Error('Jenjang harus dipilih');
  return {
    child_id: values.child_id,
    jenjang,
    kelas: orNull(values.kelas),
    academic_year: values.academic_year,
    previous_school: orNull(values.previous_school),
    previous_grade: orNull(values.previous_grade),
    nisn: orNull(values.nisn),
    how_know_school: oneOf(HOW_KNOW_SCHOOL, values.how_know_school),
    uniform_size: oneOf(UNIFORM_SIZES, values.uniform_size),
    sibling_name: orNull(values.sibling_name),
    collective_student_name: orNull(values.collective_student_name),
    information: orNull(values.information),
  };
}

/** The body of a change: only what differs from the registration as it was opened. */
export function changeOf(before: Registration, values: RegistrationValues): RegistrationChange {
  const next = creationOf(values);
  return Object.fromEntries(
    Object.entries(next).filter(([name, value]) => value !== before[name as keyof RegistrationValues]),
  );
}
