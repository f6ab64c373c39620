import '../src/testing/runs.ts';
import fc from 'fast-check';
import { birthYear, nikWarnings, readNik } from '../src/nik.ts';

const TODAY = '2026-11-21';
const two = (value: number) => String(value).padStart(2, '0');
/** A NIK of region 99 for a birth date and sex. */
const nikOf = (birthDate: string, sex: 'male' | 'female', region = '991234') => {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  return `${region}${two(Number(day) + (sex === 'female' ? 40 : 0))}${month}${year.slice(2)}0001`;
};
const sexes = fc.constantFrom('male' as const, 'female' as const);
/** Days on which a child or a parent of today can have been born, as texts. */
const births = fc
  .date({ min: new Date('1927-01-01'), max: new Date('2026-11-21'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('reading a NIK', () => {
  test.each([
    ['9912340105190001', { region: '991234', sex: 'male', day: 1, month: 5, year: 19 }],
    ['9912344105190001', { region: '991234', sex: 'female', day: 1, month: 5, year: 19 }],
    ['9912347112990001', { region: '991234', sex: 'female', day: 31, month: 12, year: 99 }],
    ['0012340105000001', { region: '001234', sex: 'male', day: 1, month: 5, year: 0 }],
    ['9912344005190001', { region: '991234', sex: 'male', day: 40, month: 5, year: 19 }],
  ])('when it is %s, then its parts are %j', (nik, facts) => {
    expect(readNik(nik)).toEqual(facts);
  });

  test.each([
    '',
    '991234010519000',
    '99123401051900011',
    '99123401O5190001',
    ' 9912340105190001',
    '9912340105190001\n',
    '٩٩١٢٣٤٠١٠٥١٩٠٠٠١',
    '９９１２３４０１０５１９０００１',
  ])('when it is %j, then it is none', (text) => {
    expect(readNik(text)).toBeNull();
    expect(nikWarnings(text, { birth_date: '2019-05-01', gender: 'male' }, TODAY)).toEqual([]);
  });

  test('when any day and sex are written into a NIK, then they are read back', () => {
    fc.assert(
      fc.property(births, sexes, (birthDate, sex) => {
        const facts = readNik(nikOf(birthDate, sex));
        expect(facts).toMatchObject({
          sex,
          year: Number(birthDate.slice(2, 4)),
          month: Number(birthDate.slice(5, 7)),
          day: Number(birthDate.slice(8, 10)),
        });
      }),
    );
  });
});

describe('the century of a NIK', () => {
  test.each([
    ['2019-05-01', TODAY, 2019],
    ['2026-11-21', TODAY, 2026],
    ['1926-11-22', TODAY, 1926],
    ['1985-01-31', TODAY, 1985],
    ['2000-02-29', TODAY, 2000],
    ['1999-12-31', '2000-01-01', 1999],
    ['1999-12-31', '2099-12-31', 2099],
  ])('when somebody was born on %s, then on %s the year is read as %i', (birthDate, today, year) => {
    const facts = readNik(nikOf(birthDate, 'male'));
    expect(facts && birthYear(facts, today)).toBe(year);
  });

  test('when any two digits are read, then the year is the youngest that is not in the future', () => {
    fc.assert(
      fc.property(births, sexes, (birthDate, sex) => {
        const facts = readNik(nikOf(birthDate, sex));
        const year = facts ? birthYear(facts, TODAY) : Number.NaN;
        expect(`${year}${birthDate.slice(4)}` <= TODAY).toBe(true);
        expect(`${year + 100}${birthDate.slice(4)}` > TODAY).toBe(true);
      }),
    );
  });
});

describe('a NIK against its owner', () => {
  test.each([
    ['the same day, a boy', nikOf('2019-05-01', 'male'), { birth_date: '2019-05-01', gender: 'male' }, []],
    [
      'the day + 40, a girl',
      nikOf('2019-05-01', 'female'),
      { birth_date: '2019-05-01', gender: 'female' },
      [],
    ],
    [
      'a girl called a boy',
      nikOf('2019-05-01', 'female'),
      { birth_date: '2019-05-01', gender: 'male' },
      ['sex'],
    ],
    ['a boy called a girl', nikOf('2019-05-31', 'male'), { gender: 'female' }, ['sex']],
    [
      'another day',
      nikOf('2019-05-01', 'male'),
      { birth_date: '2019-05-02', gender: 'male' },
      ['birth_date'],
    ],
    ['another year', nikOf('2019-05-01', 'male'), { birth_date: '2018-05-01' }, ['birth_date']],
    ['nothing known', nikOf('2019-05-01', 'male'), {}, []],
    ['null everywhere', nikOf('2019-05-01', 'male'), { birth_date: null, gender: null }, []],
    [
      'a leap day that was',
      nikOf('2020-02-29', 'female'),
      { birth_date: '2020-02-29', gender: 'female' },
      [],
    ],
    ['a leap day that was not', '9912342902190001', { birth_date: '2019-02-28' }, ['impossible_date']],
    ['a leap day of 2000', '9912342902000001', { birth_date: '2000-02-29' }, []],
    ['a day 40', '9912344005190001', { birth_date: '2019-05-01' }, ['impossible_date']],
    ['a day 0', '9912340005190001', { birth_date: '2019-05-01' }, ['impossible_date']],
    ['a month 13', '9912340113190001', {}, ['impossible_date']],
    ['a month 0', '9912340100190001', {}, ['impossible_date']],
    ['a province that exists', nikOf('2019-05-01', 'male', '317401'), { provinces: ['31'] }, []],
    ['a province that does not', nikOf('2019-05-01', 'male'), { provinces: ['31', '32'] }, ['region']],
    [
      'nothing that fits',
      nikOf('2019-05-01', 'female'),
      { birth_date: '2018-01-01', gender: 'male', provinces: ['31'] },
      ['birth_date', 'sex', 'region'],
    ],
  ] as const)('when it says %s, then the warnings are as listed', (_what, nik, owner, warnings) => {
    expect(nikWarnings(nik, owner, TODAY)).toEqual(warnings);
  });

  test('when a NIK is made for its owner, then there is no warning; for the other sex there is exactly one', () => {
    fc.assert(
      fc.property(births, sexes, (birth_date, gender) => {
        const nik = nikOf(birth_date, gender);
        expect(nikWarnings(nik, { birth_date, gender }, TODAY)).toEqual([]);
        const other = gender === 'male' ? 'female' : 'male';
        expect(nikWarnings(nik, { birth_date, gender: other }, TODAY)).toEqual(['sex']);
      }),
    );
  });

  test('when any 16 digits are given, then a warning is all that happens: never an error', () => {
    const digits = fc.stringMatching(/^[0-9]{16}$/);
    fc.assert(
      fc.property(digits, births, sexes, (nik, birth_date, gender) => {
        expect(Array.isArray(nikWarnings(nik, { birth_date, gender, provinces: ['31'] }, TODAY))).toBe(true);
      }),
    );
  });
});
