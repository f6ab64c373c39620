import type { Parent } from '@gerbang/contracts/parents';
import { z } from '@gerbang/web-kit/forms/form';
import { formatPhone } from '@gerbang/web-kit/page/format';
import { ADDRESS_RULES, phoneOrEmpty, sixteenDigits, upTo } from '@gerbang/web-kit/family/rules';

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
