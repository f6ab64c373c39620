import { drawable } from '../src/invoice-documents/font-letters.ts';
import { pdfOf } from '../src/invoice-documents/pdf-face.ts';
import { ALPHABET, FONTS as fonts, storedName as stored } from './name-alphabet.ts';
import { pdfText } from './pdf-text.ts';

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
    expect(ALPHABET.length).toBeGreaterThan(700);
    for (const letters of fonts)
      for (const letter of ALPHABET) {
        const shown = drawable(stored(`A${letter}a`) ?? '', letters);
        expect([letter, [...shown].filter((one) => !letters.has(one))]).toEqual([letter, []]);
        expect(shown.normalize('NFD')).toMatch(/^A.*a$/u);
        expect(shown).not.toContain('?');
      }
  });

  test('when a font draws a Latin letter, then a name may hold it', () => {
    // Two letters in one sign (ﬁ) are no letter that is typed.
    const latin = (letter: string) => /\p{Script=Latin}/u.test(letter) && letter.normalize('NFKC') === letter;
    for (const letter of [...(fonts[0] ?? [])].filter(latin))
      expect([letter, stored(`A${letter}a`)?.normalize('NFC')]).toEqual([letter, `A${letter}a`]);
  });

  test('when an older name holds letters that no face draws, then each is a question mark and the others are drawn', () => {
    for (const letters of fonts) {
      expect(drawable('王 Siti ɓ محمد', letters)).toBe('? Siti ? ????');
      expect(drawable('𝒜ndi', letters)).toBe('Andi');
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
