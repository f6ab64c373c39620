import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personName } from '@gerbang/contracts/text';
import { lettersOfFont } from '../src/invoice-documents/font-letters.ts';

/** The letters that each face of papers draws. */
export const FONTS = ['PlusJakartaSans-Regular.ttf', 'PlusJakartaSans-SemiBold.ttf'].map((file) =>
  lettersOfFont(readFileSync(join(import.meta.dirname, '../fonts', file))),
);

const name = personName(100, 'Nama harus diisi');

/** A typed name as it is stored; null where it is refused. */
export function storedName(typed: string): string | null {
  const { success, data } = name.safeParse(typed);
  return success ? data : null;
}

/** Every letter, and every mark on a letter, that the rule of names takes. */
export const ALPHABET = Array.from({ length: 0x11_0000 }, (_none, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /[\p{L}\p{M}]/u.test(letter) && storedName(`A${letter}a`) !== null);

const LETTERS = ALPHABET.filter((letter) => /\p{L}/u.test(letter));

/** Names that hold the whole alphabet between them. */
export const ALPHABET_NAMES = Array.from({ length: Math.ceil(LETTERS.length / 90) }, (_none, at) => {
  const typed = `A ${LETTERS.slice(at * 90, at * 90 + 90).join('')}`;
  const stored = storedName(typed);
  if (stored === null) throw new Error(`a name of letters is refused: ${typed}`);
  return stored;
});
