import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import {
  decideWave,
  needsOtherConfirmer,
  owedFee,
  presentWave,
  waveNotice,
  waveRefusalText,
  waveRoom,
  type WaveRule,
  waveState,
  waveTitle,
} from '../src/waves.ts';

const START = Date.parse('2027-01-03T01:00:00Z');
const at = (minutes: number) => new Date(START + minutes * 60_000);
const wave = (change: Partial<WaveRule> = {}): WaveRule => ({
  name: 'Gelombang 1',
  opens_at: at(0),
  closes_at: at(100),
  applicants_max: 20,
  applicants: 0,
  ...change,
});

/** Waves of one level: apart, in any order, each with a gap of none or more before it. */
const someWaves = fc
  .array(
    fc.record({
      gap: fc.nat({ max: 5 }),
      length: fc.integer({ min: 1, max: 10 }),
      most: fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
      applicants: fc.nat({ max: 41 }),
      rank: fc.nat(),
    }),
    { maxLength: 6 },
  )
  .map((list) => {
    let minute = 0;
    return list
      .map(({ gap, length, most, applicants, rank }, index) => {
        const opens = minute + gap;
        minute = opens + length;
        const rule = wave({
          name: String(index + 1),
          opens_at: at(opens),
          closes_at: at(minute),
          applicants_max: most,
          applicants,
        });
        return { rule, rank };
      })
      .toSorted((one, two) => one.rank - two.rank)
      .map(({ rule }) => rule);
  });
const moment = fc.integer({ min: -2, max: 100 }).map(at);

test.each([
  [-1, 0, 'upcoming'],
  [0, 0, 'open'],
  [50, 19, 'open'],
  [50, 20, 'full'],
  [99, 21, 'full'],
  [100, 0, 'closed'],
  [100, 20, 'closed'],
])('when it is minute %s and %s have registered, then the wave is %s', (minute, applicants, state) => {
  expect(waveState(wave({ applicants }), at(minute))).toBe(state);
});

test.each([
  [null, 5000, 'banyak'],
  [20, 0, 'banyak'],
  [20, 17, 'banyak'],
  [20, 18, 'sedikit'],
  [20, 19, 'sedikit'],
  [20, 20, 'penuh'],
  [20, 21, 'penuh'],
  [1, 0, 'banyak'],
])(
  'when at most %s are taken and %s are there, then the room is "%s"',
  (applicants_max, applicants, room) => {
    expect(waveRoom({ applicants_max, applicants })).toBe(room);
  },
);

test('when waves are apart, then at every moment one at most takes registrations, and it is the one that is open', () => {
  fc.assert(
    fc.property(someWaves, moment, (waves, now) => {
      const open = waves.filter((one) => waveState(one, now) === 'open');
      expect(open.length).toBeLessThanOrEqual(1);
      const decision = decideWave(waves, now);
      expect('refusal' in decision).toBe(waves.length > 0 && open.length === 0);
      if (!('refusal' in decision)) expect(decision.wave).toBe(open[0] ?? null);
    }),
    { numRuns: runs(500, { plain: 100 }) },
  );
});

test('when no wave takes a registration, then the reason is a full one, else the next one, else the last one', () => {
  fc.assert(
    fc.property(someWaves, moment, (waves, now) => {
      const decision = decideWave(waves, now);
      if (!('refusal' in decision)) return;
      const states = waves.map((one) => waveState(one, now));
      const expected = states.includes('full')
        ? 'wave_full'
        : states.includes('upcoming')
          ? 'wave_not_open'
          : 'wave_closed';
      expect(decision.refusal).toBe(expected);
      expect(decision.wave).toBe(presentWave(waves, now));
      if (expected === 'wave_not_open') {
        const earlier = waves.filter((one) => one.opens_at > now && one.opens_at < decision.wave.opens_at);
        expect(earlier).toEqual([]);
      }
    }),
    { numRuns: runs(500, { plain: 100 }) },
  );
});

test('when time passes, then a wave only goes on from upcoming to open or full to closed', () => {
  const order = ['upcoming', 'open', 'full', 'closed'];
  fc.assert(
    fc.property(someWaves, moment, moment, (waves, one, two) => {
      const [before, after] = one <= two ? [one, two] : [two, one];
      for (const rule of waves) {
        const [from, to] = [waveState(rule, before), waveState(rule, after)];
        expect(order.indexOf(to)).toBeGreaterThanOrEqual(order.indexOf(from));
      }
    }),
    { numRuns: runs(300, { plain: 100 }) },
  );
});

test('when a wave is full, then its room is "penuh", and it has room in no other case of that', () => {
  fc.assert(
    fc.property(someWaves, moment, (waves, now) => {
      for (const rule of waves) {
        const state = waveState(rule, now);
        if (state === 'full') expect(waveRoom(rule)).toBe('penuh');
        if (state === 'open') expect(waveRoom(rule)).not.toBe('penuh');
      }
    }),
    { numRuns: runs(300, { plain: 100 }) },
  );
});

test('when a wave has a fee, then it is owed once it is confirmed, and the fee of the level until then', () => {
  fc.assert(
    fc.property(
      fc.option(fc.nat({ max: 10_000_000 }), { nil: null }),
      fc.boolean(),
      fc.nat({ max: 10_000_000 }),
      (fee, confirmed, level) => {
        const own = { fee_override: fee, fee_confirmed_by_id: confirmed ? 'a' : null };
        expect(owedFee(own, level)).toBe(confirmed && fee !== null ? fee : level);
        expect(owedFee(null, level)).toBe(level);
      },
    ),
    { numRuns: runs(300, { plain: 100 }) },
  );
});

test('when the person who typed a fee confirms it, then four eyes refuse it, and only then', () => {
  expect(needsOtherConfirmer({ fee_typed_by_id: 'a' }, 'a', true)).toBe(true);
  expect(needsOtherConfirmer({ fee_typed_by_id: 'a' }, 'b', true)).toBe(false);
  expect(needsOtherConfirmer({ fee_typed_by_id: 'a' }, 'a', false)).toBe(false);
});

test.each([
  ['upcoming', null, 'Gelombang 1 dibuka 3 Januari 2027, 08.00 WIB.'],
  ['open', 'banyak', 'Gelombang 1 dibuka sampai 3 Januari 2027, 09.40 WIB.'],
  ['open', 'sedikit', 'Gelombang 1 dibuka sampai 3 Januari 2027, 09.40 WIB. Tempat tinggal sedikit.'],
  ['full', 'penuh', 'Gelombang 1 sudah penuh.'],
  ['closed', null, 'Gelombang 1 sudah ditutup.'],
] as const)('when a wave is %s with room "%s", then families read so', (state, left, text) => {
  const { name, opens_at, closes_at } = wave();
  const shown = { name, state, opens_at: opens_at.toISOString(), closes_at: closes_at.toISOString(), left };
  expect(waveNotice(shown)).toBe(text);
});

test('when a registration is refused, then the family reads why', () => {
  const rule = wave({ name: '2', opens_at: new Date('2027-01-02T18:00:00Z') });
  expect(waveRefusalText('wave_not_open', rule, 'SD')).toBe('Pendaftaran SD dibuka 3 Januari 2027.');
  expect(waveRefusalText('wave_closed', rule, 'SD')).toBe('Gelombang 2 sudah ditutup.');
  expect(waveRefusalText('wave_full', rule, 'SD')).toBe('Gelombang 2 sudah penuh.');
  expect(waveTitle('gelombang Awal')).toBe('gelombang Awal');
  expect(waveTitle('Gelombangku')).toBe('Gelombang Gelombangku');
});
