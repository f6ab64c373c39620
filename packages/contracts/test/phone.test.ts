import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { normalizePhone } from '../src/phone.ts';

const CANONICAL = '+6281234567890';
const SPELLINGS = [
  '081234567890',
  '0812-3456-7890',
  '0812 3456 7890',
  '(0812) 3456.7890',
  '81234567890',
  '6281234567890',
  '+6281234567890',
  '+62 812-3456-7890',
  '006281234567890',
  '+62081234567890',
  '62081234567890',
  '０８１２３４５６７８９０',
];

describe('phone numbers', () => {
  test.each(SPELLINGS)('when a mobile number is typed as %s, then it is the one E.164 value', (typed) => {
    expect(normalizePhone(typed)).toBe(CANONICAL);
  });

  test('when spaces, dots, dashes and brackets stand anywhere in a spelling, then the value is the same', () => {
    const filler = fc.stringMatching(/^[ .\-()]{0,1}$/u);
    const typed = fc
      .tuple(fc.constantFrom(...SPELLINGS), fc.array(filler, { minLength: 16, maxLength: 16 }))
      .map(([spelling, fillers]) =>
        [...spelling].map((char, at) => (at === 0 ? char : `${fillers[at] ?? ''}${char}`)).join(''),
      );
    fc.assert(
      fc.property(typed, (text) => {
        expect(normalizePhone(text)).toBe(CANONICAL);
      }),
      { numRuns: runs(1000, { plain: 100 }) },
    );
  });

  test('when any subscriber number of a real prefix is typed, then every form of it is one value', () => {
    const subscriber = fc
      .tuple(
        fc.constantFrom('811', '812', '813', '821', '852', '857', '878', '896'),
        fc.stringMatching(/^\d{8}$/u),
      )
      .map(([prefix, rest]) => `${prefix}${rest}`);
    fc.assert(
      fc.property(subscriber, (digits) => {
        const forms = [`0${digits}`, `62${digits}`, `+62${digits}`, `0062${digits}`, `+620${digits}`, digits];
        expect(new Set(forms.map(normalizePhone))).toEqual(new Set([`+62${digits}`]));
      }),
      { numRuns: runs(500, { plain: 100 }) },
    );
  });

  test('when a number is copied with marks that are not seen, then it is the same; with any other sign it is refused', () => {
    const unseen = fc.constantFrom(...'\u200B\u200E\u00AD\u2066\u2069\u202A\u202C\u00A0\t');
    const other = fc.constantFrom(...'aZ+;,:#*@&=?/xé');
    const place = fc.nat(SPELLINGS[0]!.length);
    fc.assert(
      fc.property(fc.constantFrom(...SPELLINGS), place, unseen, other, (spelling, at, mark, sign) => {
        const here = Math.min(Math.max(at, 1), spelling.length);
        const withSign = (one: string) => spelling.slice(0, here) + one + spelling.slice(here);
        expect(normalizePhone(withSign(mark))).toBe(CANONICAL);
        expect(normalizePhone(`${mark}${spelling}${mark}`)).toBe(CANONICAL);
        expect(normalizePhone(withSign(sign))).toBeNull();
      }),
      { numRuns: runs(500, { plain: 100 }) },
    );
  });

  test.each([
    '0812-3456-7890 (WA)',
    'WA 081234567890',
    '081234567890/085712345678',
    '081234567890/1',
    '08123456789/90',
    '081234567890 ext 3',
    '0812+34567890',
    '081234567890 Ibu',
  ])('when a field holds more than a number (%s), then nothing is dropped: it is refused', (typed) => {
    expect(normalizePhone(typed)).toBeNull();
  });

  test.each(['', 'abc', '021-5550123', '0812', '08123456789012345678', '12345678'])(
    'when %p is typed, which is no mobile number, then it is refused',
    (typed) => {
      expect(normalizePhone(typed)).toBeNull();
    },
  );
});
