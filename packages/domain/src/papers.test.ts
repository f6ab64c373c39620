import { runs } from './testing/runs.ts';
import fc from 'fast-check';
import { groupedPaperCode, nameInitials, PAPER_CODE_BYTES, paperCode, readPaperCode } from './papers.ts';

const BYTES = fc.uint8Array({ minLength: PAPER_CODE_BYTES, maxLength: PAPER_CODE_BYTES });

test('when bytes differ, then their codes differ, and a code is read in any case, with blanks, hyphens and look-alikes', () => {
  fc.assert(
    fc.property(BYTES, BYTES, fc.array(fc.constantFrom(' ', '-', '')), (bytes, others, gaps) => {
      const code = paperCode(bytes);
      expect(code === paperCode(others)).toBe(Buffer.compare(bytes, others) === 0);
      const typed = [...code].map((sign, at) => sign + (gaps[at] ?? '')).join('');
      expect(readPaperCode(typed.toLowerCase())).toBe(code);
      expect(readPaperCode(typed.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code);
      expect(readPaperCode(groupedPaperCode(code))).toBe(code);
    }),
    { numRuns: runs(300, { plain: 100 }) },
  );
});

test.each(['', 'x', '8'.repeat(26), 'U'.repeat(26), '0'.repeat(25), '0'.repeat(27), `${'0'.repeat(25)}!`])(
  'when %p is typed, then it is no code',
  (typed) => {
    expect(readPaperCode(typed)).toBeNull();
  },
);

test('when a code is printed, then it stands in groups of four', () => {
  expect(groupedPaperCode('0123456789ABCDEFGHJKMNPQRS')).toBe('0123 4567 89AB CDEF GHJK MNPQ RS');
});

test.each([
  ['Aisyah Putri', 'A••••• P••••'],
  ['  aisyah  ', 'A•••••'],
  ['M. Ra’uf', 'M• R• U•'],
  ['A', 'A•'],
  ['', ''],
])('when a child is called %p, then its initials are %p', (name, initials) => {
  expect(nameInitials(name)).toBe(initials);
});

test('when a name has letters, then its initials do not hold a word of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
      const shown = nameInitials(name);
      for (const word of name.normalize('NFC').split(/[^\p{L}\p{M}]+/u)) {
        if ((word.match(/\p{L}/gu)?.length ?? 0) > 1) expect(shown).not.toContain(word);
      }
    }),
    { numRuns: runs(300, { plain: 100 }) },
  );
});
