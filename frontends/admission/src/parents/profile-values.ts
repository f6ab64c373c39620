import type { Parent } from '@gerbang/contracts/parents';
import { z } from '@gerbang/web-kit/forms/form';
import { formatPhone } from '@gerbang/web-kit/page/format';
import { familyCopy, regionCopy } from '@gerbang/web-kit/family/family.copy';
import { ADDRESS_RULES, phoneOrEmpty, sixteenDigits, upTo } from '@gerbang/web-kit/family/rules';
import { ALIVE_LABELS, INCOME_LABELS, profileCopy as copy } from './profile.copy.ts';

const KTP = 'Nomor KTP harus 16 digit angka';

/** The rules of the profile: every field may be empty, a filled one must be valid. */
export const profileSchema = z.object({
  father_name: upTo(100),
  father_alive_status: z.string(),
  father_ktp: sixteenDigits(KTP),
  father_education: z.string(),
  father_job: z.string(),
  father_phone: phoneOrEmpty(),
  father_income: z.string(),
  mother_name: upTo(100),
  mother_alive_status: z.string(),
  mother_ktp: sixteenDigits(KTP),
  mother_education: z.string(),
  mother_job: z.string(),
  mother_phone: phoneOrEmpty(),
  mother_income: z.string(),
  contact_phone: phoneOrEmpty(),
  ...ADDRESS_RULES,
});
export type ProfileValues = z.output<typeof profileSchema>;
export type ProfileField = keyof ProfileValues;
export const PROFILE_FIELDS = Object.keys(profileSchema.shape) as ProfileField[];

/** What a device may keep of an unfinished profile: never a KTP number. */
export const KEPT_FIELDS = PROFILE_FIELDS.filter((name) => !name.endsWith('_ktp'));

/** The profile as the form shows it: phones as people write them. */
export function valuesOf(parent: Parent): ProfileValues {
  const shown = (name: ProfileField) => {
    const value = parent[name];
    if (value === null) return '';
    return name.endsWith('_phone') ? formatPhone(value) : value;
  };
  return Object.fromEntries(PROFILE_FIELDS.map((name) => [name, shown(name)])) as ProfileValues;
}

/** A field's value as the form words it. */
export function wordOf(name: string, value: string): string {
  const words: Readonly<Record<string, string>> = name.endsWith('_alive_status')
    ? ALIVE_LABELS
    : name.endsWith('_income')
      ? INCOME_LABELS
      : {};
  return words[value] ?? value;
}

/** The name of a field as its label says it; `who` in front of it where both parents have one. */
export function labelOf(name: string, withWho = false): string {
  const [, who, field] = /^(father|mother)_(.+)$/u.exec(name) ?? [];
  if (who && field && field in copy.person) {
    const label = copy.person[field as keyof typeof copy.person];
    return withWho ? `${label} ${who === 'father' ? 'ayah' : 'ibu'}` : label;
  }
  if (name in regionCopy) return regionCopy[name as keyof typeof regionCopy].label;
  return name === 'contact_phone' ? copy.contactPhone : familyCopy.address;
}
