import { runs } from '@gerbang/domain/testing/runs';
import { withoutMarks } from '@gerbang/domain/one-spelling';
import fc from 'fast-check';
import {
  emailText,
  lineOfText,
  lineWithMarkup,
  mobileNumber,
  optionalChoice,
  optionalDigits,
  optionalLine,
  optionalMobile,
  optionalParagraph,
  optionalPersonName,
  optionalPhone,
  passwordText,
  personName,
} from '../src/text.ts';

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

  test('when an e-mail or a number is copied with marks that are not seen, then it is read without them', () => {
    expect(emailText('x').parse('\u2068wa\u200Bli@contoh.id\u2069')).toBe('wali@contoh.id');
    const line = lineWithMarkup(40, 'x', withoutMarks);
    expect(line.parse('\u2068\u202A0812\u202C-34567890\u2069')).toBe('0812-34567890');
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

describe('names of people', () => {
  const person = personName(100, 'Nama harus diisi');
  const messages = (name: unknown) =>
    person.safeParse(name).error?.issues.map((issue) => issue.message) ?? [];

  test.each([
    'Siti Aminah',
    "Zaki O'Neil",
    'Nur-Aini',
    'H. Ahmad Fauzi, S.Ag., M.Si',
    'Ir. Budi III',
    'Dr.Siti M.Pd.I',
    'Rina Wati, S.Farm.Apt',
    'M.Farm.Klin Rina',
    'Prof.Dr. Budi',
    'Siti, S.pd, M.kom',
    'Ümit Çelik',
    'José',
    'Nguyễn Thị Ánh',
    'Đặng Łukasz Æsa Þór Ŋə',
    'Ḥasan Ṭāhā',
    'Lǐ Q̂',
    'X',
  ])('when a person is called %s, then the name is taken to the letter', (name) => {
    expect(person.parse(name)).toBe(name.normalize('NFC'));
  });

  test.each([
    'Budi 2',
    'Menangkan 10 juta',
    '٣ hadiah',
    '王２',
    'https://jahat.example',
    'klik jahat.example',
    'bit.ly',
    'Budi wa.me',
    'Budi WA.ME',
    'T.Me',
    's..id',
    'situs.pd',
    'Sutrisno (Alm)',
    'Siti S/O Ahmad',
    'hadiah undian.com sekarang',
    'jahat.example',
    'www.x',
    'WWW.jahat',
    'उदाहरण.परीक्षा',
    'a@b',
    'Siti 🙂',
    'a/b',
    'kode: lima',
    'a\u0085b',
    '100%',
    '<b>',
    '=SUM(A)',
    "...'-",
  ])('when a name is %j, then one sentence refuses it', (name) => {
    expect(messages(name)).toEqual([expect.stringMatching(/^(Nama|Berisi|Tulis) .{20,}/u)]);
  });

  test.each([
    ['محمد عبد الله', 'م'],
    ['王小明', '王'],
    ['สมชาย ใจดี', 'ส'],
    ['Siti प्रिया', 'प'],
    ['ᮃᮚᮥ', 'ᮃ'],
    ['ꦱꦶꦠꦶ', 'ꦱ'],
    ['Ольга', 'О'],
    ['김민준', '김'],
    ['Ɓala', 'Ɓ'],
    ['Siti Ａminah', 'Ａ'],
    ['𝒜ndi', '𝒜'],
  ])(
    'when a name is %s, which no paper could draw, then Latin letters are asked for and %s is named',
    (name, letter) => {
      expect(messages(name)).toEqual([
        `Tulis nama dengan huruf Latin, seperti di akta kelahiran; huruf ${letter} tidak dapat dicetak`,
      ]);
    },
  );

  test.each(['‘', '’', '`', '´', 'ʼ', 'ʻ', 'ʿ', '′', "'"])(
    'when an apostrophe is written %s, then one is stored',
    (sign) => {
      expect(person.parse(`Nur${sign}aini`)).toBe("Nur'aini");
      expect(person.parse(`${sign}Aisyah Zahra`)).toBe("'Aisyah Zahra");
    },
  );

  test.each([
    ['a blank that does not break', 'Ahmad\u00A0Fauzi'],
    ['a tab', '\tAhmad\tFauzi\t'],
    ['several blanks of all widths', 'Ahmad \u2003\u3000 Fauzi'],
    ['marks of direction', '\u202AAhmad\u202C \u2068Fauzi\u2069'],
    ['marks that are not seen', '\u200EAhmad\u200D \uFEFFFauzi\u2060'],
  ])('when a name was copied with %s, then they are not stored', (_what, typed) => {
    expect(person.parse(typed)).toBe('Ahmad Fauzi');
  });

  test.each([
    ['Sutrisno (Alm)', /isian Status$/u],
    ['Siti S/O Ahmad', / tidak \/$/u],
    ['Budi 2', / tidak 2$/u],
  ])('when a name is %s, then the sentence says what does not belong there', (name, sentence) => {
    expect(messages(name)).toEqual([expect.stringMatching(sentence)]);
  });

  test('when nothing is typed, then only that is said, and where it may stay empty it is null', () => {
    expect(messages('  ')).toEqual(['Nama harus diisi']);
    expect(optionalPersonName(100).parse('\u200B')).toBeNull();
  });

  test('when any text is taken as a name, then it carries no number and no address', () => {
    const unit = fc.constantFrom(
      ...'abcWw.,:/-’ 3٣éक',
      '://',
      'www.',
      'undian.com',
      'M.Si',
      ' III',
      '\u0301',
      '\u0085',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit })), (text) => {
        const { success, data } = person.safeParse(text);
        if (!success) return;
        expect(data).not.toMatch(/\p{N}|:\/\/|www\.|[\p{L}\p{M}]{4,}\.\p{L}{2,}|\p{Cc}/iu);
        expect(data).toMatch(/\p{L}/u);
        expect(person.parse(data)).toBe(data);
      }),
      { numRuns: runs(2000, { plain: 100 }) },
    );
  });

  const nik = optionalDigits(16, 'NIK harus 16 digit angka');
  const optionals = {
    digits: nik,
    line: optionalLine(100),
    phone: optionalPhone(),
    mobile: optionalMobile(),
    name: optionalPersonName(100),
    choice: optionalChoice(['a', 'b'], 'Pilihan tidak valid'),
    paragraph: optionalParagraph(100),
  };

  test('when an optional field holds blanks of any kind or nothing, then it is empty', () => {
    const blank = fc.string({
      unit: fc.constantFrom(' ', '\u00A0', '\t', '\u200B', '\uFEFF', '\u2066', '\u3000'),
    });
    fc.assert(
      fc.property(blank, fc.constantFrom(...Object.values(optionals)), (typed, field) => {
        expect(field.parse(typed)).toBeNull();
      }),
    );
  });

  test.each(Object.entries(optionals))(
    'when an optional %s holds a mark that is seen, then it is not taken for nothing',
    (_name, field) => {
      for (const seen of ['\u0301', '\u20DD', ' \u0301 ', '\u0000'])
        expect([seen, field.safeParse(seen).success]).toEqual([seen, false]);
    },
  );

  test('when digits are pasted with blanks and marks around, then they are kept whole; anything else is refused', () => {
    const digits = '3174012003180001';
    for (const typed of [` ${digits} `, `\u2066${digits}\u2069`, `\u200E${digits}`, `${digits}\u00A0`])
      expect(nik.parse(typed)).toBe(digits);
    for (const typed of [`${digits}1`, digits.slice(1), `${digits}\u0301`, '-', 'x', `A${digits.slice(1)}`])
      expect([typed, nik.safeParse(typed).success]).toEqual([typed, false]);
  });
});
