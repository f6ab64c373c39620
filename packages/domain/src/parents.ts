/** The four parts of a family's profile, in the order of the screen. */
export const PROFILE_SECTIONS = ['father', 'mother', 'contact', 'address'] as const;
export type ProfileSection = (typeof PROFILE_SECTIONS)[number];

const PERSON = ['name', 'alive_status', 'ktp', 'education', 'job', 'phone', 'income'] as const;
/** A parent who has died needs no phone, job or income. */
const DECEASED = ['name', 'alive_status', 'ktp', 'education'] as const;
const ADDRESS = ['provinsi', 'kab_kota', 'kecamatan', 'kelurahan', 'address'] as const;

/** The fields of a profile that the check reads. */
export type ProfileTexts = Readonly<Record<string, unknown>>;

function empty(profile: ProfileTexts, field: string): boolean {
  const value = profile[field];
  return value === null || value === undefined || value === '';
}

/** The fields of each section that this profile asks for. */
export function fieldsOfProfile(profile: ProfileTexts): Record<ProfileSection, string[]> {
  const person = (who: 'father' | 'mother') =>
    (profile[`${who}_alive_status`] === 'MENINGGAL' ? DECEASED : PERSON).map((field) => `${who}_${field}`);
  return {
    father: person('father'),
    mother: person('mother'),
    contact: ['contact_phone'],
    address: [...ADDRESS],
  };
}

/** The names of the fields that are still empty, section by section. An incomplete profile blocks nothing. */
export function missingOfProfile(profile: ProfileTexts): Record<ProfileSection, string[]> {
  const { father, mother, contact, address } = fieldsOfProfile(profile);
  const open = (fields: readonly string[]) => fields.filter((field) => empty(profile, field));
  return { father: open(father), mother: open(mother), contact: open(contact), address: open(address) };
}

/** The number of fields that this profile asks for. */
export function profileTotal(profile: ProfileTexts): number {
  return Object.values(fieldsOfProfile(profile)).flat().length;
}
