import { PROFILE_SECTIONS, type ProfileSection } from '@gerbang/domain/parents';

/** The names of the sections in the address: /profile?bagian=ayah. */
const NAMES: Readonly<Record<ProfileSection, string>> = {
  father: 'ayah',
  mother: 'ibu',
  contact: 'kontak',
  address: 'alamat',
};

const PARAM = 'bagian';

/** The section that an address names; null = the overview. */
export function sectionIn(address: URLSearchParams): ProfileSection | null {
  const name = address.get(PARAM);
  return PROFILE_SECTIONS.find((section) => NAMES[section] === name) ?? null;
}

/** The query of a section's page, of the overview's without one. */
export const addressOf = (section: ProfileSection | null): Record<string, string> =>
  section === null ? {} : { [PARAM]: NAMES[section] };

/** The page of a section. */
export const wayToSection = (section: ProfileSection) =>
  `/profile?${new URLSearchParams(addressOf(section))}`;

/** The section in which a field stands. */
export function sectionOf(field: string): ProfileSection {
  if (field.startsWith('father_')) return 'father';
  if (field.startsWith('mother_')) return 'mother';
  return field === 'contact_phone' ? 'contact' : 'address';
}

/** The next section after this one with something to fill in, going round; null where all others are complete. */
export function nextOpen(
  after: ProfileSection,
  missing: Readonly<Record<ProfileSection, readonly string[]>>,
): ProfileSection | null {
  const at = PROFILE_SECTIONS.indexOf(after);
  const others = [...PROFILE_SECTIONS.slice(at + 1), ...PROFILE_SECTIONS.slice(0, at)];
  return others.find((section) => missing[section].length > 0) ?? null;
}
