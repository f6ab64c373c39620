import { runs } from '@gerbang/domain/testing/runs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '@gerbang/local/test-folder';
import { migrationTargets, prepareGiven } from '@gerbang/local/databases';
import { migrate } from '@gerbang/service-kit/data/migrate';
import fc from 'fast-check';
import { chooseArchive, momentOf, spanInWords } from '../src/choose-archive.ts';
import { noteBackup } from '../src/make-backup.ts';
import { minutesOf } from '../src/minutes.ts';
import { archiveName } from '../src/retention.ts';
import { nextTurn, takeTurns } from '../src/turns.ts';
import { OWNER_URL, openWorld } from './world.ts';

const QUARTER = 900_000;

describe('a schedule', () => {
  test('when runs take any time, then one begins at each turn that is free, one at a time, and failures stop none', async () => {
    const took = fc.integer({ min: 0, max: 3 * QUARTER });
    const run = fc.record({ took, failure: fc.constantFrom(null, 'the disk is full', 'thrown') });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 20 }), took, async (planned, start) => {
        let [now, running] = [start, 0];
        const [begun, lines]: [number[], string[]] = [[], []];
        await takeTurns({
          every: QUARTER,
          now: () => now,
          log: (line) => lines.push(line),
          wait: async (ms) => {
            now += ms;
            return begun.length < planned.length;
          },
          run: async () => {
            running += 1;
            expect(running).toBe(1);
            const { took: ms, failure } = planned[begun.length] ?? { took: 0, failure: null };
            begun.push(now);
            now += ms;
            running -= 1;
            if (failure === 'thrown') throw new Error(failure);
            return failure;
          },
        });
        expect(begun).toHaveLength(planned.length);
        expect(lines).toHaveLength(planned.filter(({ failure }) => failure !== null).length);
        for (const [at, time] of begun.entries()) {
          const before = begun[at - 1];
          if (before === undefined) continue;
          expect(time % QUARTER).toBe(0);
          expect(time - before - (planned[at - 1]?.took ?? 0)).toBeLessThanOrEqual(QUARTER);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  test('when a turn begins just now, then the next one is a whole interval later', () => {
    expect([nextTurn(QUARTER, QUARTER), nextTurn(QUARTER - 1, QUARTER)]).toEqual([2 * QUARTER, QUARTER]);
  });

  test('when a run notes its interval, then it stands beside its end; one by hand has none', async () => {
    const world = openWorld();
    try {
      const one = world.installation('noted');
      const urls = { notification: one.urls.notification };
      await prepareGiven(OWNER_URL, urls);
      for (const target of migrationTargets(OWNER_URL, urls)) await migrate(target);
      const found = { ownerUrl: OWNER_URL, urls, store: one.store };
      expect([await noteBackup(found, 15), await noteBackup(found)]).toEqual([null, null]);
      const noted = 'select every_seconds from backup_runs order by finished_at';
      expect(await one.read('notification', noted)).toEqual([
        { every_seconds: 900 },
        { every_seconds: null },
      ]);
    } finally {
      await world.close();
    }
  });

  test.each(['0', '1.5', 'x', '', '1441', '-15'])(
    'when the interval is "%s", then it is refused',
    (value) => {
      expect(() => minutesOf(value)).toThrow('--every needs a whole number of minutes from 1 to 1440');
    },
  );
});

describe('the archive of a moment', () => {
  const folder = testFolder('gerbang-moments-');
  const first = Date.parse('2026-11-27T07:00:00Z');
  beforeAll(() => {
    for (const at of [2, 0, 1]) writeFileSync(join(folder, archiveName(new Date(first + at * QUARTER))), 'x');
    writeFileSync(join(folder, 'gerbang-20261127T070000Z.trails.json'), '{}');
    mkdirSync(join(folder, 'files'));
  });

  test('when any moment is named, then the newest archive at or before it is taken, or the oldest is named', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -2 * QUARTER, max: 5 * QUARTER }), async (after) => {
        const chosen = chooseArchive(folder, first + after);
        if (after < 0) {
          await expect(chosen).rejects.toThrow(
            `or before: the oldest is gerbang-20261127T070000Z.tar.gz.age, ${spanInWords(-after)} later`,
          );
          return;
        }
        const turn = Math.min(2, Math.floor(after / QUARTER));
        expect(await chosen).toEqual({
          path: join(folder, archiveName(new Date(first + turn * QUARTER))),
          older: after - turn * QUARTER,
        });
      }),
      { numRuns: runs(100) },
    );
  });

  test('when a folder has no archive or is not there, then the error says so', async () => {
    await expect(chooseArchive(join(folder, 'files'), first)).rejects.toThrow('holds no archive');
    await expect(chooseArchive(join(folder, 'none'), first)).rejects.toThrow(
      'the folder or file is not there',
    );
  });

  test('when the moment has a zone, then it is that instant; without one or of no day, it is refused', () => {
    expect(momentOf('2026-11-27T14:30+07:00')).toBe(Date.parse('2026-11-27T07:30:00Z'));
    for (const text of ['2026-11-27T14:30', '2026-11-27', 'kemarin', '2026-13-27T14:30Z', ''])
      expect(() => momentOf(text)).toThrow('is no moment with its zone, such as 2026-11-27T14:30+07:00');
  });

  test.each([
    [0, '0 s'],
    [999, '0 s'],
    [61_000, '1 min 1 s'],
    [90_000_000, '1 d 1 h'],
  ])('when %d ms are told, then as %s', (ms, words) => {
    expect(spanInWords(ms)).toBe(words);
  });
});
