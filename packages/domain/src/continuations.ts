import { type Jenjang, JENJANG, type Level } from './levels.ts';

/** A class of a level; null where the level has none. */
export interface ClassPlace {
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
}

/** A row of the set-up's table of steps; a place is written `KB` or `TK/TK A`, and '' = children go on nowhere. */
export interface NextClass {
  readonly from: string;
  readonly to: string;
}

/** A place as the table writes it. */
const placeKey = ({ jenjang, kelas }: ClassPlace): string =>
  kelas === null ? jenjang : `${jenjang}/${kelas}`;

/** A place of the table as people read it: `KB`, `TK A`, `SD 1`. */
export function placeText(key: string): string {
  const at = key.indexOf('/');
  if (at < 0) return key;
  // A class may have a stroke in its name: `SD/1/Tahfiz`.
  const [jenjang, kelas] = [key.slice(0, at), key.slice(at + 1)];
  return kelas.startsWith(jenjang) ? kelas : `${jenjang} ${kelas}`;
}

const placesOf = (levels: readonly Level[]): ClassPlace[] =>
  levels.flatMap(({ jenjang, classes }) =>
    (classes.length === 0 ? [null] : classes).map((kelas) => ({ jenjang, kelas })),
  );

/** The places of the levels that are offered, as the table writes them. */
export const placeKeys = (levels: readonly Level[]): string[] =>
  placesOf(levels.filter(({ offered }) => offered)).map(placeKey);

/**
 * Where children of a class go on: by the school's table of steps, else by the order of its levels and classes: KB to TK A,
 * TK A to TK B, TK B to SD 1, SD 6 to SMP 7. Null for a class that no registration follows, and where the next level is not
 * offered.
 */
export function nextPlace(
  levels: readonly Level[],
  from: ClassPlace,
  table: readonly NextClass[] = [],
): ClassPlace | null {
  const row = table.find((one) => one.from === placeKey(from));
  if (row) {
    const offered = levels.filter((level) => level.offered);
    return placesOf(offered).find((place) => placeKey(place) === row.to) ?? null;
  }
  const level = levels.find(({ jenjang }) => jenjang === from.jenjang);
  if (!level) return null;
  const at = from.kelas === null ? -1 : level.classes.indexOf(from.kelas);
  if (at < 0 !== (level.classes.length === 0)) return null;
  const within = level.classes[at + 1];
  if (level.jenjang === 'TK' && within !== undefined) return { jenjang: 'TK', kelas: within };
  if (level.classes.length > 0 && at < level.classes.length - 1) return null;
  const above = JENJANG[JENJANG.indexOf(from.jenjang) + 1];
  const next = levels.find(({ jenjang, offered }) => jenjang === above && offered);
  return next ? { jenjang: next.jenjang, kelas: next.classes[0] ?? null } : null;
}

/** The steps by the order of levels and classes alone, as people read them. */
export const usualSteps = (levels: readonly Level[]): string[] =>
  placesOf(levels.filter(({ offered }) => offered)).flatMap((from) => {
    const next = nextPlace(levels, from);
    return next ? [`${placeText(placeKey(from))} ke ${placeText(placeKey(next))}`] : [];
  });

/** The fee of a continuing child in whole rupiah: so many percent of the level's, rounded down. */
export const continuingFee = (fee: number, percent: number): number => Math.floor((fee * percent) / 100);

/** The school year after one: '2026/2027' → '2027/2028'. */
export function yearAfter(label: string): string {
  const first = Number(label.slice(0, 4)) + 1;
  return `${first}/${first + 1}`;
}

export const CONTINUATION_ANSWERS = ['yes', 'no'] as const;
export type ContinuationAnswer = (typeof CONTINUATION_ANSWERS)[number];

/** So many days before the deadline families that have not answered are reminded, once. */
export const CONTINUATION_REMINDER_DAYS = 3;
