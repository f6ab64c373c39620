import { isTransferWord } from './bank-lines.ts';

/** How alike two texts are, from 0 to 1. */
export type Similarity = (one: string, other: string) => number;

/** From here on a name in a bank's text is a family's. */
export const NAME_SCORE = 0.85;

const TITLES = new Set(['BPK', 'BAPAK', 'IBU', 'SDR', 'SDRI', 'H', 'HJ', 'DR', 'DRS', 'IR']);

interface Word {
  readonly text: string;
  readonly letters: number;
  /** The names that it stands in. */
  readonly names: number[];
}
interface Name<Of> {
  readonly of: Of;
  readonly words: readonly Word[];
}
const splitWords = (text: string) =>
  text
    .toUpperCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\d]+/u);
const wordsOfName = (name: string) =>
  splitWords(name.replace(/['’`]/gu, '')).filter((word) => word !== '' && !TITLES.has(word));
/** A name stands between words about the transfer and numbers. */
const wordsOfText = (text: string) => [
  ...new Set(
    splitWords(text.replace(/['’`]/gu, '')).filter((word) => /^\p{L}+$/u.test(word) && !isTransferWord(word)),
  ),
];

/** A bit for each letter of the word. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << ((word.charCodeAt(at) - 65) & 31);
  return bits;
}
/** How many bits are set. */
function bitsIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const startsAlike = (one: string, other: string) => one.charCodeAt(0) === other.charCodeAt(0);
const isCut = (one: string, other: string) =>
  startsAlike(one, other) && (one.startsWith(other) || other.startsWith(one));

/** Whether letters that only one of the words has leave room for a score of `NAME_SCORE`, without comparing them. */
function mayBeAlike(one: Pick<Word, 'text' | 'letters'>, other: Pick<Word, 'text' | 'letters'>): boolean {
  const [long, short] = [one.text.length, other.text.length];
  const shared = Math.min(
    long - bitsIn(one.letters & ~other.letters),
    short - bitsIn(other.letters & ~one.letters),
  );
  const ratio = (shared / long + shared / short + 1) / 3;
  return (startsAlike(one.text, other.text) ? ratio + 0.4 * (1 - ratio) : ratio) >= NAME_SCORE;
}

/**
 * Finds names in banks' texts: in any order of words, in any case, with a last word that is cut short or an initial. At least
 * two words of a name that has two must be there, so that a common first name alone names no family.
 */
export class PayerNames<Of> {
  readonly #similarity: Similarity;
  readonly #names: readonly Name<Of>[];
  readonly #words = new Map<string, Word>();
  readonly #alike = new Map<string, ReadonlyMap<Word, number>>();
  /** How many words of each name are like typed ones; for one text at a time. */
  readonly #counts: Uint8Array;

  constructor(names: readonly { readonly of: Of; readonly name: string }[], similarity: Similarity) {
    this.#similarity = similarity;
    this.#names = names.map(({ of, name }, at) => ({
      of,
      words: [...new Set(wordsOfName(name))].map((text) => this.#knownWord(text, at)),
    }));
    this.#counts = new Uint8Array(names.length);
  }

  #knownWord(text: string, name: number): Word {
    const word = this.#words.get(text) ?? { text, letters: lettersOf(text), names: [] };
    word.names.push(name);
    this.#words.set(text, word);
    return word;
  }

  /**
   * Whose names stand in the text, of those that are wanted, with the score of the best one from 0.85 to 1; all of them, or
   * any `enough` of them.
   */
  in(text: string, isWanted: (of: Of) => boolean, enough = Number.POSITIVE_INFINITY): Map<Of, number> {
    const typed = wordsOfText(text);
    const alike = typed.map((word) => this.#alikeTo(word));
    const best = new Map<Of, number>();
    for (const at of this.#namesWith(alike)) {
      const name = this.#names[at];
      if (best.size >= enough) break;
      if (!name || !isWanted(name.of)) continue;
      const score = this.#scoreOf(name, typed, alike);
      if (score >= NAME_SCORE && score > (best.get(name.of) ?? 0)) best.set(name.of, score);
    }
    return best;
  }

  /** The names with enough words that are like typed ones. */
  #namesWith(alike: readonly ReadonlyMap<Word, number>[]): number[] {
    const counts = this.#counts.fill(0);
    const found: number[] = [];
    for (const words of alike) {
      for (const { names } of words.keys()) {
        for (const at of names) {
          const count = (counts[at] ?? 0) + 1;
          counts[at] = count;
          if (count === Math.min(2, this.#names[at]?.words.length ?? 0)) found.push(at);
        }
      }
    }
    return found;
  }

  /** The words of known names that are like this one: nearly the same, or one cut short. */
  #alikeTo(text: string): ReadonlyMap<Word, number> {
    const known = this.#alike.get(text);
    if (known) return known;
    const typed = { text, letters: lettersOf(text) };
    const found = new Map<Word, number>();
    for (const word of this.#words.values()) {
      const cut = isCut(text, word.text);
      if (!cut && !mayBeAlike(typed, word)) continue;
      const score = this.#similarity(text, word.text);
      if (cut || score >= NAME_SCORE) found.set(word, score);
    }
    this.#alike.set(text, found);
    return found;
  }

  /** How alike the name is to the typed words that are most like its own, in its own order. */
  #scoreOf(
    { words }: Name<Of>,
    typed: readonly string[],
    alike: readonly ReadonlyMap<Word, number>[],
  ): number {
    // Loops, not array methods: this runs for every name that may be meant by any line.
    const pairs: { own: number; at: number; text: string; score: number }[] = [];
    for (let own = 0; own < words.length; own += 1) {
      for (let at = 0; at < typed.length; at += 1) {
        const word = words[own];
        const score = word && alike[at]?.get(word);
        if (score !== undefined) pairs.push({ own, at, text: typed[at] ?? '', score });
      }
    }
    pairs.sort((a, b) => b.score - a.score || a.own - b.own || (a.text < b.text ? -1 : 1));
    const chosen: string[] = [];
    const taken = new Set<number>();
    for (const { own, at, text } of pairs) {
      if (chosen[own] !== undefined || taken.has(at)) continue;
      chosen[own] = text;
      taken.add(at);
    }
    if (taken.size < Math.min(2, words.length)) return 0;
    return this.#similarity(
      chosen.filter((text) => text !== undefined).join(' '),
      words.map(({ text }) => text).join(' '),
    );
  }
}
