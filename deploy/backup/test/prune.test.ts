import { runs } from '@gerbang/domain/testing/runs';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { pruneBackups, removeAbandoned } from '../src/prune.ts';
import { archiveName, keptArchives, madeOf, MOST_OF_A_DAY } from '../src/retention.ts';

const DAY = 86_400_000;

describe('a folder of backups', () => {
  const now = new Date('2026-11-21T20:00:00Z');
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gerbang-archives-'));
    for (const name of [
      'gerbang-20261118T200000Z.tar.gz.age',
      'gerbang-20261118T200000Z.trails.json',
      'gerbang-20261120T200000Z.tar.gz.age',
      'gerbang-20261120T200000Z.trails.json',
      'gerbang-20261119T200000Z.tar.gz.age',
      'gerbang-20261121T190000Z.tar.gz.age.part',
      'gerbang-20261121T195900Z.tar.gz.age.part',
      'notes.txt.part',
    ]) {
      writeFileSync(join(folder, name), 'x');
      utimesSync(join(folder, name), now, now);
    }
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('when three days are kept, then the older archive goes with its note and nothing else', async () => {
    const gone = { archives: ['gerbang-20261118T200000Z.tar.gz.age'], files: 0 };
    expect(await pruneBackups(folder, 3, now)).toEqual(gone);
    expect(readdirSync(folder)).toHaveLength(6);
    expect(readdirSync(folder)).not.toContain('gerbang-20261118T200000Z.trails.json');
  });

  test('when none is older than the days, then all stay', async () => {
    expect(await pruneBackups(folder, 5, now)).toEqual({ archives: [], files: 0 });
  });

  test('when all are older, then the newest stays all the same', async () => {
    const { archives } = await pruneBackups(folder, 5, new Date('2028-01-01T00:00:00Z'));
    expect(archives).toHaveLength(2);
    expect(readdirSync(folder)).toContain('gerbang-20261120T200000Z.tar.gz.age');
  });

  test('when a draft was left an hour ago, then it goes; one that is being written, and what is not ours, stay', async () => {
    const abandoned = 'gerbang-20261121T190000Z.tar.gz.age.part';
    const then = new Date(now.getTime() - 3600_000);
    utimesSync(join(folder, abandoned), then, then);
    utimesSync(join(folder, 'notes.txt.part'), then, then);
    expect(await removeAbandoned(folder, now)).toEqual([abandoned]);
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['gerbang-20261121T195900Z.tar.gz.age.part', 'notes.txt.part']),
    );
  });
});

describe('which archives stay', () => {
  const now = Date.parse('2026-11-27T07:30:00Z');
  const time = fc.oneof(
    fc.integer({ min: now - 2 * DAY, max: now }),
    fc.integer({ min: now - 40 * DAY, max: now + DAY }),
    fc.integer({ min: -60 * 96, max: 0 }).map((turn) => now + turn * 900_000),
  );

  test('when any archives are there, then the newest, those of the last day and one of each day stay, and no others', () => {
    const all = fc.array(time, { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(all, fc.integer({ min: 1, max: 30 }), (made, days) => {
        const kept = keptArchives(made, now, days);
        expect(kept.has(Math.max(...made))).toBe(true);
        expect(kept.size).toBeLessThanOrEqual(MOST_OF_A_DAY + days + 1);
        const lastDay = [...new Set(made)].filter((one) => now - one < DAY);
        if (lastDay.length <= MOST_OF_A_DAY) expect(lastDay.filter((one) => !kept.has(one))).toEqual([]);
        for (const one of made) {
          const ago = Math.floor(now / DAY) - Math.floor(one / DAY);
          const ofTheDay = made.filter((other) => Math.floor(other / DAY) === Math.floor(one / DAY));
          if (ago >= 0 && ago < days) expect(kept.has(Math.max(...ofTheDay))).toBe(true);
          // What was erased is gone after these days, the newest archive apart.
          else if (ago >= Math.max(days, 2) && one !== Math.max(...made)) expect(kept.has(one)).toBe(false);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('when they are pruned at every run of a schedule, then the same days are kept as by pruning once', () => {
    const end = now - (now % 900_000);
    let kept: number[] = [];
    for (let turn = end - 6 * DAY; turn <= end; turn += 900_000)
      kept = [...keptArchives([...kept, turn], turn, 4)];
    const lastOf = (ago: number) => (Math.floor(end / DAY) - ago + 1) * DAY - 900_000;
    const daily = [1, 2, 3].map(lastOf);
    const ofTheDay = Array.from({ length: 96 }, (_unused, turn) => end - turn * 900_000);
    expect(new Set(kept)).toEqual(new Set([...ofTheDay, ...daily]));
  });

  test('when a name is made of a time, then the time is read of it to the second; other names have none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (made) => {
        expect(madeOf(archiveName(new Date(made)))).toBe(Math.floor(made / 1000) * 1000);
      }),
      { numRuns: runs(100) },
    );
    for (const name of ['notes.txt', 'gerbang-20261399T200000Z.tar.gz.age', 'files'])
      expect(madeOf(name)).toBeNull();
  });
});
