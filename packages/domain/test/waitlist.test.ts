import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import { RELEASE_CAUSES } from '../src/offers.ts';
import {
  areCriteria,
  changeWords,
  CRITERIA,
  type CriteriaValues,
  type Criterion,
  criterionText,
  criterionWords,
  moveWords,
  PRIORITY_KINDS,
  sortKey,
  WAITLIST_CAUSES,
} from '../src/waitlist.ts';

const time = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const values: fc.Arbitrary<CriteriaValues> = fc.record({
  internal: fc.boolean(),
  sibling: fc.boolean(),
  staff_child: fc.boolean(),
  score: fc.option(fc.integer({ min: 0, max: 50_000 }).map((n) => n / 10_000)),
  fee_verified_at: fc.option(time),
  registered_at: time,
});
const criteria = fc
  .shuffledSubarray(CRITERIA.filter((one) => one !== 'registered_at'))
  .map((some): Criterion[] => [...some, 'registered_at']);
const entry = fc.record({ id: fc.uuid(), values });

/** The rule said once more: who is before the other by the first criterion in which they differ. */
function before(order: readonly Criterion[], one: CriteriaValues, other: CriteriaValues): number {
  for (const criterion of order) {
    const [a, b] = [one[criterion], other[criterion]];
    if (a === b) continue;
    if (a === null) return 1;
    if (b === null) return -1;
    if (criterion === 'score') return Number(b) - Number(a);
    if (typeof a === 'boolean') return a ? -1 : 1;
    return Date.parse(String(a)) - Date.parse(String(b));
  }
  return 0;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

describe('the order of a waiting list', () => {
  test('when entries are any, then keys are a total order of one width that follows the criteria', () => {
    fc.assert(
      fc.property(
        criteria,
        fc.uniqueArray(entry, { minLength: 2, maxLength: 12, selector: ({ id }) => id }),
        (order, entries) => {
          const keys = entries.map((one) => sortKey(order, one.values, one.id));
          expect(new Set(keys).size).toBe(keys.length);
          expect(new Set(keys.map((key) => key.length)).size).toBe(1);
          for (const [at, one] of entries.entries()) {
            for (const [other, two] of entries.entries()) {
              const wanted = before(order, one.values, two.values);
              if (wanted !== 0) {
                expect(Math.sign(compare(keys[at] ?? '', keys[other] ?? ''))).toBe(Math.sign(wanted));
              }
            }
          }
        },
      ),
      { numRuns: runs(300, { plain: 100 }) },
    );
  });

  test('when entries come in another order, then the same list results', () => {
    fc.assert(
      fc.property(
        criteria,
        fc.uniqueArray(entry, { minLength: 2, maxLength: 12, selector: ({ id }) => id }),
        (order, entries) => {
          const sorted = (all: typeof entries) =>
            all.map((one) => sortKey(order, one.values, one.id)).toSorted(compare);
          expect(sorted(entries.toReversed())).toEqual(sorted(entries));
        },
      ),
      { numRuns: runs(300, { plain: 100 }) },
    );
  });

  test.each([
    [['registered_at'], true],
    [['sibling', 'registered_at'], true],
    [['registered_at', 'sibling'], false],
    [['sibling', 'sibling', 'registered_at'], false],
    [[], false],
  ] as const)('when criteria are %j, then they order a list: %s', (list, right) => {
    expect(areCriteria(list)).toBe(right);
  });
});

describe('why a number moved', () => {
  const plain = { count: 2, release_cause: null, priority: null } as const;

  test.each([
    [{ ...plain, cause: 'withdrawn' }, 'dua keluarga melepas tempatnya'],
    [{ ...plain, cause: 'promoted' }, 'dua keluarga di atas Anda mendapat tawaran'],
    [
      { ...plain, cause: 'promoted', release_cause: 'family' },
      'dua kursi dilepas, dua keluarga di atas Anda mendapat tawaran',
    ],
    [
      { ...plain, cause: 'promoted', release_cause: 'deadline', count: 4 },
      'empat kursi dilepas karena batas waktu',
    ],
    [
      { ...plain, cause: 'priority_confirmed', priority: 'sibling', count: 1 },
      'prioritas saudara kandung dari satu keluarga dikonfirmasi',
    ],
    [{ ...plain, cause: 'expired', count: 12 }, '12 keluarga tidak menjawab'],
  ] as const)('when %j happened, then it reads "%s"', (change, words) => {
    expect(changeWords(change)).toBe(words);
  });

  test('when any change is named, then there are words for it', () => {
    for (const cause of WAITLIST_CAUSES) {
      for (const release_cause of [null, ...RELEASE_CAUSES]) {
        for (const priority of [null, ...PRIORITY_KINDS]) {
          expect(changeWords({ cause, count: 1, release_cause, priority })).toMatch(/^\p{Ll}/u);
        }
      }
    }
  });

  test('when a number changed, then staff say by how much', () => {
    expect(moveWords(7, 8, 'prioritas saudara kandung')).toBe('turun satu karena prioritas saudara kandung');
    expect(moveWords(9, 7, 'dua keluarga melepas tempatnya')).toBe(
      'naik dua karena dua keluarga melepas tempatnya',
    );
    expect(moveWords(null, 3, 'masuk daftar tunggu')).toBeNull();
    expect(moveWords(3, 3, 'x')).toBeNull();
  });

  test('when criteria are shown, then each has a label and a value in words', () => {
    const shown: CriteriaValues = {
      internal: false,
      sibling: true,
      staff_child: false,
      score: 3.1,
      fee_verified_at: null,
      registered_at: '2027-01-03T02:14:00.000Z',
    };
    const words = CRITERIA.map((one) => criterionWords(one, shown, () => '3 Januari 2027 pukul 09.14'));
    expect(words.map(criterionText)).toEqual([
      'Siswa dari jenjang kami: tidak',
      'Saudara kandung: ya',
      'Anak guru atau karyawan: tidak',
      'Nilai observasi: 3,10',
      'Biaya pendaftaran terverifikasi: belum',
      'Terdaftar 3 Januari 2027 pukul 09.14',
    ]);
    expect(words).toEqual([
      { criterion: 'internal', label: 'Siswa dari jenjang kami', value: 'tidak' },
      { criterion: 'sibling', label: 'Saudara kandung', value: 'ya' },
      { criterion: 'staff_child', label: 'Anak guru atau karyawan', value: 'tidak' },
      { criterion: 'score', label: 'Nilai observasi', value: '3,10' },
      { criterion: 'fee_verified_at', label: 'Biaya pendaftaran terverifikasi', value: 'belum' },
      { criterion: 'registered_at', label: 'Terdaftar', value: '3 Januari 2027 pukul 09.14' },
    ]);
  });
});
