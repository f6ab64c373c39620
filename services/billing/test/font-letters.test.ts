import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { personName } from '@gerbang/contracts/text';
import { drawable, lettersOfFont } from '../src/invoice-documents/font-letters.ts';
import { pdfOf } from '../src/invoice-documents/pdf-face.ts';
import { pdfText } from './pdf-text.ts';

const FACES = ['PlusJakartaSans-Regular.ttf', 'PlusJakartaSans-SemiBold.ttf'];
const fonts = FACES.map((file) => lettersOfFont(readFileSync(join(import.meta.dirname, '../fonts', file))));
const name = personName(100, 'Nama harus diisi');
const stored = (typed: string) => {
  const { success, data } = name.safeParse(typed);
  return success ? data : null;
};

/** Latin letters that a name may hold and that are a letter of the plain alphabet with a mark, or are in the typeface. */
const ALPHABET = Array.from({ length: 0x2000 - 0x20 }, (_none, at) => String.fromCharCode(at + 0x20)).filter(
  (letter) =>
    stored(`A${letter}a`) !== null &&
    /[\p{Script=Latin} '.,-]/u.test(letter) &&
    (fonts.every((letters) => letters.has(letter)) ||
      /^[A-Za-z]+[^A-Za-z]*$/u.test(letter.normalize('NFKD'))),
);

const TWENTY = [
  "Nur'aini",
  'Siti-Aminah',
  'M. Yusuf',
  'Sukarno',
  'A'.repeat(100),
  'Ḥasan Ṣāliḥ Ṭāhā Ẓāfir Ḍiyāʾ',
  'ʿAbd al-Raḥmān',
  'I Gusti Ngurah Madé',
  'Ni Wayan Sukrèni',
  'Lǐ Měilíng',
  'Tan Đức Trí',
  'Rina Wati, S.Pd., M.Pd.I',
  'Drs. H. Amir, M.Si',
  'Ph.D. Søren Ærø',
  'François Noël',
  'Zoë Müller-Groß',
  'Łukasz Żółć',
  'Œuvre Ñandú',
  'Nguyễn Thị Ánh',
  'X',
];

describe('letters on papers', () => {
  test('when a font is read, then it draws what its makers say, and no more', () => {
    for (const letters of fonts) {
      for (const letter of "AZaz09'.,-éḥṣđ") expect(letters.has(letter)).toBe(true);
      for (const letter of ['ǐ', 'ɓ', '李', 'ع', '\uFFFF']) expect(letters.has(letter)).toBe(false);
    }
  });

  test('when any letter of the alphabet stands in a name, then each face draws it or its plain letter', () => {
    expect(ALPHABET.length).toBeGreaterThan(500);
    for (const letters of fonts)
      for (const letter of ALPHABET) {
        const shown = drawable(stored(`A${letter}a`) ?? '', letters);
        expect([letter, [...shown].filter((one) => !letters.has(one))]).toEqual([letter, []]);
        expect(shown.length).toBeGreaterThan(2);
      }
  });

  test('when names of twenty kinds are printed, then each is on the page as it is stored, or without a mark', async () => {
    const names = TWENTY.map((typed) => stored(typed) ?? '');
    expect(names).not.toContain('');
    const page = { content: names.flatMap((text) => [{ text }, { text, bold: true, fontSize: 5 }]) };
    const words = pdfText(Buffer.from(await pdfOf(page))).replace(/\s+/gu, '');
    for (const one of names)
      expect(words).toContain(drawable(one, fonts[0] ?? new Set()).replace(/\s+/gu, ''));
    expect(words).not.toContain('\uFFFD');
    expect(drawable('Lǐ Měilíng', fonts[0] ?? new Set())).toBe('Li Měilíng');
  });
});
