import type { Jenjang } from './levels.ts';
import { offeredLevels, type SchoolSettings } from './school-settings.ts';

/** What everybody may know of the school: nothing about money. */
export interface PublicSchool {
  readonly name: string;
  readonly short_name: string;
  readonly city: string;
  /** E.164. */
  readonly contact_whatsapp: string;
  /** The levels that families can register for, with the school's own words. */
  readonly levels: readonly { readonly jenjang: Jenjang; readonly label: string }[];
  /** Plain text; empty for none. */
  readonly login_note: string;
  /** Address of the logo, or null. */
  readonly logo: string | null;
  /** `#RRGGBB`, or null for the portal's own colour. */
  readonly colour: string | null;
  /** Whether families can register. */
  readonly open: boolean;
  /** Whether the school has settings of its own; until then the portal is being prepared. */
  readonly ready: boolean;
}

/** The address of a logo of the school. */
export const schoolLogoLink = (fileId: string): string => `/api/school/logo/${fileId}`;

/** The public part of the settings in force; version 0 is what an empty portal begins with. */
export function publicSchool(settings: SchoolSettings, version: number): PublicSchool {
  const { name, short_name, city, contact_whatsapp, open, texts, brand } = settings;
  return {
    name,
    short_name,
    city,
    contact_whatsapp,
    levels: offeredLevels(settings).map(({ jenjang, label }) => ({ jenjang, label })),
    login_note: texts.login_note,
    logo: brand.logo_file_id === null ? null : schoolLogoLink(brand.logo_file_id),
    colour: brand.colour,
    open,
    ready: version > 0,
  };
}
