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
  readonly words: readonly string[];
}
interface Alike {
  readonly typed: number;
  readonly word: string;
  readonly score: number;
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
function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Whether letters that only one of the words has leave room for a score of `NAME_SCORE`, without comparing them. */
function mayBeAlike(one: Pick<Word, 'text' | 'letters'>, other: Pick<Word, 'text' | 'letters'>): boolean {
  const [long, short] = [one.text.length, other.text.length];
  const shared = Math.min(
    long - bitsIn(one.letters & ~other.letters),
    short - bitsIn(other.letters & ~one.letters),
  );
  const sameStart = one.text.charCodeAt(0) === other.text.charCodeAt(0);
  const ratio = (shared / long + shared / short + 1) / 3;
  return (sameStart ? ratio + 0.4 * (1 - ratio) : ratio) >= NAME_SCORE;
}

/**
 * Finds names in banks' texts: in any order of words, in any case, with a last word that is cut short or an initial. At least
 * two words of a name that has two must be there, so that a common first name alone names no family.
 */
export class PayerNames<Of> {
  readonly #similarity: Similarity;
  readonly #names: readonly Name<Of>[];
  readonly #words = new Map<string, Word>();
  readonly #alike = new Map<string, readonly (readonly [Word, number])[]>();

  constructor(names: readonly { readonly of: Of; readonly name: string }[], similarity: Similarity) {
    this.#similarity = similarity;
    this.#names = names.map(({ of, name }) => ({ of, words: [...new Set(wordsOfName(name))] }));
    for (const [at, { words }] of this.#names.entries()) {
      for (const text of words) {
        const word = this.#words.get(text) ?? { text, letters: lettersOf(text), names: [] };
        word.names.push(at);
        this.#words.set(text, word);
      }
    }
  }

  /** Whose names stand in the text, with the score of the best one from 0.85 to 1. */
  in(text: string): Map<Of, number> {
    const alike = new Map<number, Alike[]>();
    for (const [typed, word] of wordsOfText(text).entries()) {
      for (const [{ text: known, names }, score] of this.#alikeTo(word)) {
        for (const name of names) {
          const found = alike.get(name);
          if (found) found.push({ typed, word: known, score });
          else alike.set(name, [{ typed, word: known, score }]);
        }
      }
    }
    const typed = wordsOfText(text);
    const best = new Map<Of, number>();
    for (const [at, found] of alike) {
      const name = this.#names[at];
      if (!name || found.length < Math.min(2, name.words.length)) continue;
      const score = this.#scoreOf(name, found, typed);
      if (score >= NAME_SCORE && score > (best.get(name.of) ?? 0)) best.set(name.of, score);
    }
    return best;
  }

  /** The words of known names that are like this one: nearly the same, or one cut short. */
  #alikeTo(text: string): readonly (readonly [Word, number])[] {
    const known = this.#alike.get(text);
    if (known) return known;
    const typed = { text, letters: lettersOf(text) };
    const found: [Word, number][] = [];
    for (const word of this.#words.values()) {
      const cut = word.text.startsWith(text) || text.startsWith(word.text);
      if (!cut && !mayBeAlike(typed, word)) continue;
      const score = this.#similarity(text, word.text);
      if (cut || score >= NAME_SCORE) found.push([word, score]);
    }
    this.#alike.set(text, found);
    return found;
  }

  /** How alike the name is to the typed words that are most like its own, in its own order. */
  #scoreOf({ words }: Name<Of>, found: readonly Alike[], typed: readonly string[]): number {
    const chosen = new Map<string, number>();
    const taken = new Set<number>();
    const surest = found.toSorted(
      (a, b) => b.score - a.score || (a.word < b.word ? -1 : a.word > b.word ? 1 : a.typed - b.typed),
    );
    for (const one of surest) {
      if (chosen.has(one.word) || taken.has(one.typed)) continue;
      chosen.set(one.word, one.typed);
      taken.add(one.typed);
    }
    if (chosen.size < Math.min(2, words.length)) return 0;
    const written = words.flatMap((word) => typed[chosen.get(word) ?? -1] ?? []);
    return this.#similarity(written.join(' '), words.join(' '));
  }
}
