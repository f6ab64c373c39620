import type { PublicData } from '@gerbang/contracts/page-data.types';
import { phoneText } from '@gerbang/domain/phone-text';
import type { Config } from '../config.ts';
import { schoolCopy } from './school.copy.ts';
import type { SchoolCopy } from './school-store.ts';

/** The colour under the pointer: a little darker, so that its contrast to white text only rises. */
function darker(colour: string): string {
  const channel = (at: number) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * 0.8);
  return `#${[1, 3, 5].map((at) => channel(at).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The style that colours mark and buttons as the school wants (`#RRGGBB`, which white text can stand on); '' without a
 * colour. The dark theme keeps the portal's own palette, whose contrasts are tested.
 */
function brandStyle(colour: string | null): string {
  if (colour === null) return '';
  const rules = `--action-bg:${colour};--action-bgHover:${darker(colour)}`;
  return `<style>@media not (prefers-color-scheme:dark){:root:not([data-theme=dark]){${rules}}}:root[data-theme=light]{${rules}}</style>`;
}

/** What every page carries of the school: data for the program, and a style for the head. */
export interface PublicPart {
  readonly data: PublicData;
  /** HTML; '' where the school has no colour of its own. */
  readonly style: string;
}

function labelsOf({ levels }: SchoolCopy['school']): Pick<PublicData, 'labels'> {
  const own = levels.filter(({ jenjang, label }) => label !== jenjang);
  if (own.length === 0) return {};
  return { labels: Object.fromEntries(own.map(({ jenjang, label }) => [jenjang, label])) };
}

/**
 * The public part of every page, from the copy of the school; from the configuration while there is none, or until the
 * school is set up.
 */
function publicPart(
  config: Pick<Config, 'SCHOOL_NAME' | 'SCHOOL_CONTACT' | 'LOCAL_RUN' | 'PAY_PROVIDER'>,
  copy: SchoolCopy | null,
): PublicPart {
  const school = copy?.school.ready ? copy.school : undefined;
  const name = school?.name ?? config.SCHOOL_NAME;
  const whatsapp = school?.contact_whatsapp ?? config.SCHOOL_CONTACT;
  const preparing = copy !== null && !copy.school.ready;
  return {
    data: {
      name,
      contact: { whatsapp },
      ...(school?.logo && { logo: school.logo }),
      ...(school && labelsOf(school)),
      ...(school?.levels.length && { levels: school.levels.map(({ label }) => label).join(' · ') }),
      ...(school?.login_note && { note: school.login_note }),
      ...(preparing && { notice: schoolCopy.preparing(name, phoneText(whatsapp)) }),
      ...(config.LOCAL_RUN && { local: true }),
      ...(config.PAY_PROVIDER === 'snap' && { payments: true }),
    },
    style: brandStyle(school?.colour ?? null),
  };
}

/** `publicPart`, worked out once a copy. */
export function publicParts(
  config: Parameters<typeof publicPart>[0],
  held: () => SchoolCopy | null,
): () => PublicPart {
  let of = held();
  let part = publicPart(config, of);
  return () => {
    const copy = held();
    if (copy !== of) part = publicPart(config, copy);
    of = copy;
    return part;
  };
}
