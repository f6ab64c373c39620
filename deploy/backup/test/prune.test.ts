import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pruneBackups, removeAbandoned } from '../src/make-backup.ts';

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

  test('when two are kept, then the oldest goes with its note and nothing else', async () => {
    expect(await pruneBackups(folder, 2)).toEqual(['gerbang-20261118T200000Z.tar.gz.age']);
    expect(readdirSync(folder)).toHaveLength(6);
    expect(readdirSync(folder)).not.toContain('gerbang-20261118T200000Z.trails.json');
  });

  test('when fewer are there than are kept, then all stay', async () => {
    expect(await pruneBackups(folder, 5)).toEqual([]);
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
