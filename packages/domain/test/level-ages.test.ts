import '../src/testing/runs.ts';
import fc from 'fast-check';
import { ageNote, ageText, monthsOld, suggestedLevel } from '../src/level-ages.ts';

const NO_AGES = { min_age_months: null, max_age_months: null };
const day = fc
  .tuple(
    fc.integer({ min: 2000, max: 2030 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, date]) => [year, month, date].map((part) => String(part).padStart(2, '0')).join('-'));
const months = fc.integer({ min: 0, max: 300 });

test.each([
  ['2021-11-01', '2027-07-01', 68, '5 tahun 8 bulan'],
  ['2021-07-01', '2027-07-01', 72, '6 tahun'],
  ['2021-07-02', '2027-07-01', 71, '5 tahun 11 bulan'],
  ['2026-11-30', '2027-07-01', 7, '7 bulan'],
  ['2027-06-30', '2027-07-01', 0, '0 bulan'],
  ['2027-07-02', '2027-07-01', -1, 'belum lahir'],
])('when a child was born on %s, then on %s it is %i months old', (birth, on, expected, text) => {
  expect(monthsOld(birth, on)).toBe(expected);
  expect(ageText(expected)).toBe(text);
});

test('when a month passes, then every child is a month older', () => {
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: 2000, max: 2040 }),
      fc.integer({ min: 1, max: 11 }),
      (birth, year, month) => {
        const on = (number: number) => `${year}-${String(number).padStart(2, '0')}-01`;
        expect(monthsOld(birth, on(month + 1))).toBe(monthsOld(birth, on(month)) + 1);
      },
    ),
  );
});

test('when a level has no ages, then no child is noted; with ages exactly those outside of them are', () => {
  fc.assert(
    fc.property(day, months, months, fc.integer({ min: 2020, max: 2030 }), (birth, one, other, year) => {
      const [min, max] = [Math.min(one, other), Math.max(one, other)];
      const age = monthsOld(birth, `${year}-07-01`);
      const academicYear = `${year}/${year + 1}`;
      expect(ageNote(NO_AGES, birth, academicYear)).toBeNull();
      const note = ageNote({ min_age_months: min, max_age_months: max }, birth, academicYear);
      expect(note !== null).toBe(age < min || age > max);
      if (note !== null) expect(note).toContain(age < min ? 'paling muda' : 'paling tua');
    }),
  );
});

test('when a child is too young for a level, then the note says its age, the day and what the school suggests', () => {
  expect(ageNote({ min_age_months: 72, max_age_months: null }, '2021-11-01', '2027/2028')).toBe(
    'Usia pada 1 Juli 2027: 5 tahun 8 bulan; sekolah menyarankan paling muda 6 tahun',
  );
});

describe('the level that fits an age', () => {
  const LEVELS = [
    { ...NO_AGES, jenjang: 'KB', classes: [] },
    { ...NO_AGES, jenjang: 'TK', classes: ['TK A', 'TK B'] },
    { ...NO_AGES, jenjang: 'SD', classes: ['1', '2'] },
  ] as const;

  test.each([
    ['2024-07-02', null],
    ['2024-07-01', { jenjang: 'KB', kelas: '' }],
    ['2022-07-01', { jenjang: 'TK', kelas: 'TK A' }],
    ['2021-06-30', { jenjang: 'TK', kelas: '' }],
    ['2020-03-14', { jenjang: 'SD', kelas: '1' }],
    ['2014-07-01', null],
  ])('when a child was born on %s, then for 2026/2027 it is %o', (birth, expected) => {
    expect(suggestedLevel(LEVELS, birth, '2026/2027')).toEqual(expected);
  });

  test('when the school suggests ages, then these decide, and where two levels fit none is suggested', () => {
    const own = [
      { ...LEVELS[1], min_age_months: 60, max_age_months: 83 },
      { ...LEVELS[2], min_age_months: 72, max_age_months: null },
    ];
    expect(suggestedLevel(own, '2021-03-14', '2026/2027')).toEqual({ jenjang: 'TK', kelas: 'TK A' });
    expect(suggestedLevel(own, '2020-03-14', '2026/2027')).toBeNull();
    expect(suggestedLevel(own, '2019-03-14', '2026/2027')).toEqual({ jenjang: 'SD', kelas: '' });
  });
});
