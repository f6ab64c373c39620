/** What keyboards, spreadsheets and transliterations write for an apostrophe: ‘ ’ ‛ ` ´ ʹ ʻ ʼ ʽ ʾ ʿ ˈ ˊ ˋ ′ ‵ ＇. */
const LIKE_APOSTROPHES =
  '\u2018\u2019\u201B`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02CA\u02CB\u2032\u2035\uFF07';
const APOSTROPHES = new RegExp(`[${LIKE_APOSTROPHES}]`, 'gu');
/** The signs that a search leaves out of names: people type one where another wrote none. */
export const NOT_SEARCHED = `'${LIKE_APOSTROPHES}`;
/** Hyphens and dashes that look like one: ‐ ‑ ‒ – — ― − ﹣ －. */
const HYPHENS = /[\u2010-\u2015\u2212\uFE63\uFF0D]/gu;
/** Marks that are not seen: soft hyphen, joiners, directions, byte order, and the fillers of other scripts. */
const UNSEEN =
  '[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\u3164\\uFEFF\\uFFA0]+';
const EVERYWHERE = new RegExp(UNSEEN, 'gu');
const AT_EDGES = new RegExp(`(?<![^\\s])${UNSEEN}|${UNSEEN}(?![^\\s])`, 'gu');

/**
 * The text without the marks that copying leaves around words; blanks of every kind become a space. Within a word a mark
 * stays, for the caller to refuse: it can make a word read as another one.
 */
export function withoutEdgeMarks(text: string): string {
  return text.replace(AT_EDGES, '').replace(/[^\S\n]/gu, ' ');
}

/** The text without any mark that is not seen, for a number. */
export const withoutMarks = (text: string): string => text.replace(EVERYWHERE, '').replace(/\s/gu, ' ');

/**
 * The one spelling in which a name is stored, searched and printed: NFC, ' for every mark that looks like an apostrophe, -
 * for every hyphen, single spaces, and nothing that is not seen.
 */
export function oneSpelling(name: string): string {
  return name
    .normalize('NFC')
    .replace(EVERYWHERE, '')
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, '-')
    .replace(/\s+/gu, ' ')
    .trim();
}
