import fc from 'fast-check';
import { emailText, lineOfText, mobileNumber, passwordText } from '../src/text.ts';

const name = lineOfText(100, 'Nama harus diisi');

describe('text', () => {
  test.each([
    ['NUL', 'a\u0000b'],
    ['a lone surrogate', 'a\uD800'],
    ['a right-to-left override', 'a\u202Eb'],
    ['a control character', 'a\u0007b'],
    ['a line break', 'a\nb'],
    ['a flood of combining marks', `a${'\u0301'.repeat(1000)}`],
    ['more than the length', 'a'.repeat(101)],
    ['nothing', ''],
    ['blanks only', '   '],
    ['invisible characters only', '\u200B\u2060\uFEFF'],
  ])('when a name has %s, then it is refused', (_what, text) => {
    expect(name.safeParse(text).success).toBe(false);
  });

  test('when a name is typed in two spellings of Unicode, then both are stored as one', () => {
    expect(name.parse('Zoe\u0308')).toBe(name.parse('Zo\u00EB'));
    expect(name.parse('  Siti 🙂  ')).toBe('Siti 🙂');
  });

  test('when an e-mail differs in case only, then it is the same e-mail', () => {
    expect(emailText('x').parse(' Wali@Contoh.SCH.id ')).toBe('wali@contoh.sch.id');
  });

  test('when a phone has fewer than ten characters, then the specified message says so', () => {
    const parsed = mobileNumber('Nomor telepon minimal 10 digit').safeParse('08123');
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual(['Nomor telepon minimal 10 digit']);
  });

  test('when a password has 8 to 128 code points, then its form is accepted, outside it is not', () => {
    const schema = passwordText(8, 'Password minimal 8 karakter');
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'é', '🙂', '漢', ' '), { maxLength: 140 }), (points) => {
        const fits = points.length >= 8 && points.length <= 128;
        expect(schema.safeParse(points.join('')).success).toBe(fits);
      }),
    );
  });
});
