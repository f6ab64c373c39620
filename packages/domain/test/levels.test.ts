import '../src/testing/runs.ts';
import fc from 'fast-check';
import {
  DEFAULT_LEVELS,
  JENJANG,
  type Jenjang,
  type Level,
  refuseClass,
  registrationNumber,
} from '../src/levels.ts';

const levelOf = (jenjang: Jenjang) => DEFAULT_LEVELS.find((level) => level.jenjang === jenjang) as Level;

describe('levels and classes', () => {
  test.each([
    ['KB', null, null],
    ['KB', '1', 'unknown'],
    ['KB', 'TK A', 'unknown'],
    ['TK', null, 'missing'],
    ['TK', 'TK A', null],
    ['TK', 'TK B', null],
    ['TK', 'tk a', 'unknown'],
    ['TK', 'A', 'unknown'],
    ['SD', null, 'missing'],
    ['SD', '1', null],
    ['SD', '6', null],
    ['SD', '7', 'unknown'],
    ['SD', '01', 'unknown'],
    ['SMP', null, 'missing'],
    ['SMP', '6', 'unknown'],
    ['SMP', '7', null],
    ['SMP', '9', null],
    ['SMP', '10', 'unknown'],
  ] as const)('when %s is asked for with class %j, then the refusal is %j', (jenjang, kelas, refusal) => {
    expect(refuseClass(levelOf(jenjang), kelas)).toBe(refusal);
  });

  test('when any level meets any class, then exactly the classes of its own list are taken', () => {
    fc.assert(
      fc.property(fc.constantFrom(...DEFAULT_LEVELS), fc.string({ maxLength: 20 }), (level, kelas) => {
        expect(refuseClass(level, kelas) === null).toBe(level.classes.includes(kelas));
      }),
    );
  });

  test('when nothing is configured, then the fees are those of the specification', () => {
    expect(Object.fromEntries(DEFAULT_LEVELS.map((level) => [level.jenjang, level.fee]))).toEqual({
      KB: 350_000,
      TK: 350_000,
      SD: 550_000,
      SMP: 550_000,
    });
  });
});

describe('registration numbers', () => {
  test.each([
    ['2026/2027', 'SD', 42, 'PSB-2026-SD-00042'],
    ['2026/2027', 'KB', 1, 'PSB-2026-KB-00001'],
    ['2028/2029', 'SMP', 99_999, 'PSB-2028-SMP-99999'],
    ['2028/2029', 'TK', 100_000, 'PSB-2028-TK-100000'],
  ] as const)(
    'when year %s, level %s and sequence %i meet, then the number is %s',
    (year, jenjang, n, number) => {
      expect(registrationNumber(year, jenjang, n)).toBe(number);
    },
  );

  test('when two of year, level and sequence differ, then the numbers differ, and each can be read back', () => {
    const parts = fc.record({
      start: fc.integer({ min: 2000, max: 2099 }),
      jenjang: fc.constantFrom(...JENJANG),
      sequence: fc.integer({ min: 1, max: 2_000_000 }),
    });
    fc.assert(
      fc.property(parts, ({ start, jenjang, sequence }) => {
        const read = /^PSB-(\d{4})-(KB|TK|SD|SMP)-(\d{5,})$/u.exec(
          registrationNumber(`${start}/${start + 1}`, jenjang, sequence),
        );
        expect([Number(read?.[1]), read?.[2], Number(read?.[3])]).toEqual([start, jenjang, sequence]);
      }),
    );
  });
});
