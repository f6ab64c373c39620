/** Where a feature can be made: a service with its remote, the letter of its calls and the list of its page. */
export const AREAS = {
  admission: { remote: 'admission', letter: 'D', pages: 'staff-admission-pages' },
  auth: { remote: 'auth', letter: 'A', pages: 'staff-school-pages' },
  announcement: { remote: 'announcement', letter: 'N', pages: 'staff-admission-pages' },
  billing: { remote: 'billing', letter: 'R', pages: 'staff-billing-pages' },
  // Its screens stand among those of announcements.
  notification: { remote: 'announcement', letter: 'W', pages: 'staff-school-pages' },
} as const;
export type Area = keyof typeof AREAS;

/** A plural that a table, a folder or a file of every service cannot have as its name. */
const RESERVED = new Set(['values', 'columns', 'routes', 'services', 'migrations', 'programs', 'tests']);
const PLURAL = /^[a-z]{2,}(?:-[a-z]{2,})*(?<!s|u|i)s$/u;
const LONGEST = 40;
/** Letters, digits and blanks: the label stands in strings and sentences. */
const LABEL = /^\p{L}[\p{L}\p{N} -]{1,39}$/u;

/** Why the label cannot stand on screens; null where it can. */
export function refuseLabel(label: string): string | null {
  return LABEL.test(label) ? null : `"${label}" is no label of 2 to ${LONGEST} letters, digits and blanks`;
}

/** Why the name cannot be the one of a feature; null where it can. */
export function refuseName(name: string): string | null {
  if (!PLURAL.test(name) || name.length > LONGEST)
    return `"${name}" is no plural in kebab-case, such as uniform-sizes, of at most ${LONGEST} letters`;
  return RESERVED.has(name) ? `"${name}" is reserved` : null;
}

function singularOf(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  return name.replace(/(?<=ss|x|ch|sh|tus)es$|s$/u, '');
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const camel = (name: string) => name.replace(/-(\w)/gu, (_all, letter: string) => letter.toUpperCase());

/** A plural and its singular in every spelling that a source file has. */
function spellings(name: string): string[] {
  return [name, singularOf(name)].flatMap((word) => [
    capital(camel(word)),
    camel(word),
    word,
    word.replaceAll('-', '_'),
    word.replaceAll('-', '_').toUpperCase(),
    word.replaceAll('-', ' '),
  ]);
}

/** The feature that the templates are written for. */
const SAMPLE = { name: 'sample-things', label: 'Sampel Benda' };

export interface Feature {
  readonly name: string;
  readonly area: Area;
  /** Its name on screens. */
  readonly label: string;
  /** The ids of its calls in the authorization table. */
  readonly ids: readonly [list: string, create: string];
  /** The moment of its migration, `YYYYMMDDhhmmss`. */
  readonly stamp: string;
}

/** Rewrites the text or path of a template, which is about `sample-things`, for this feature. */
export function fillTemplate(text: string, { name, area, label, ids, stamp }: Feature): string {
  const to = spellings(name);
  const pairs: [string, string][] = [
    ...spellings(SAMPLE.name).map((word, at): [string, string] => [word, to[at] ?? '']),
    [SAMPLE.label, label],
    [capital(SAMPLE.label.toLowerCase()), label],
    [SAMPLE.label.toLowerCase(), label.charAt(0).toLowerCase() + label.slice(1)],
    ['ID_LIST', ids[0]],
    ['ID_CREATE', ids[1]],
    ['STAMP', stamp],
    ['AREA', area],
    ['REMOTE', AREAS[area].remote],
  ];
  return pairs.reduce((filled, [from, into]) => filled.replaceAll(from, () => into), text);
}
