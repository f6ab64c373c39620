import { copy } from './copy.ts';

/** The foundation's name, logo and contact, which the gateway writes into the page. */
export interface PublicInfo {
  readonly name: string;
  readonly whatsapp: string | null;
  /** Address of the school's logo, in place of the portal's mark. */
  readonly logo: string | null;
  /** The levels that families can register for, as one line. */
  readonly levels: string | null;
  /** The school's own words beside the login. */
  readonly note: string | null;
  /** Why families cannot begin yet: the portal is being prepared. */
  readonly notice: string | null;
  /** Whether the page comes from a local run: only there is the gallery of components. */
  readonly local: boolean;
  /** Whether families pay through a provider. */
  readonly payments: boolean;
}

/** Reads it from the page; without a gateway the defaults are used. */
export function readPublicInfo(text: string | null | undefined): PublicInfo {
  const defaults = {
    name: copy.foundation,
    whatsapp: null,
    logo: null,
    levels: null,
    note: null,
    notice: null,
    local: false,
    payments: false,
  };
  if (!text?.startsWith('{')) return defaults;
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return defaults;
  const name =
    'name' in value && typeof value.name === 'string' && value.name !== '' ? value.name : defaults.name;
  const contact = 'contact' in value && typeof value.contact === 'object' ? value.contact : null;
  const whatsapp =
    contact && 'whatsapp' in contact && typeof contact.whatsapp === 'string' ? contact.whatsapp : null;
  const textOf = (key: string): string | null => {
    const found = (value as Readonly<Record<string, unknown>>)[key];
    return typeof found === 'string' && found !== '' ? found : null;
  };
  return {
    name,
    whatsapp,
    logo: textOf('logo'),
    levels: textOf('levels'),
    note: textOf('note'),
    notice: textOf('notice'),
    local: 'local' in value && value.local === true,
    payments: 'payments' in value && value.payments === true,
  };
}

export const publicInfo: PublicInfo = readPublicInfo(
  typeof document === 'undefined' ? null : document.getElementById('gerbang-public')?.textContent,
);
