import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runNode } from '../src/child.ts';
import { makeFeature } from '../src/commands/feature.ts';
import { editsFor } from '../src/feature-edits.ts';
import { AREAS, type Area, refuseLabel, refuseName } from '../src/feature-names.ts';
import { projectRoot } from '../src/paths.ts';

const areas = Object.keys(AREAS) as Area[];
const ROOMS = { name: 'exam-rooms', label: 'Ruang ujian' };
const LISTS = areas.flatMap((area) =>
  editsFor({ ...ROOMS, area, ids: ['', ''], stamp: '' }).map(({ file }) => file),
);
const root = mkdtempSync(join(tmpdir(), 'gerbang-feature-'));
const at = (file: string) => join(root, file);
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const changed = () => git('status', '--porcelain', '--untracked-files=all');

beforeAll(() => {
  const schemas = globSync('services/*/migrations/*', { cwd: projectRoot });
  for (const file of new Set([...LISTS, ...schemas, 'biome.json', 'packages/contracts/src/papers.ts']))
    cpSync(join(projectRoot, file), at(file));
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '-q', '--no-verify', '-m', 'copy');
  git('tag', 'copy');
});
afterEach(() => {
  git('reset', '-q', '--hard', 'copy');
  git('clean', '-fdq');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each(areas)('when a feature is made in %s, then its files and every list name it', async (area) => {
  const files = await makeFeature(root, { ...ROOMS, area });
  const lines = changed().trimEnd().split('\n');
  expect(lines.map((line) => line.slice(3)).toSorted()).toEqual(files);
  const made = lines.filter((line) => line.startsWith('??')).map((line) => line.slice(3));
  const added = git('diff', '-U0')
    .split('\n')
    .filter((line) => line.startsWith('+'));
  const written = [...made, ...made.map((file) => readFileSync(at(file), 'utf8')), ...added].join('\n');
  expect(written).not.toMatch(/[Ss]amp(?:le|el)|SAMPLE|\bID_|STAMP|\bAREA\b|REMOTE|\.txt/u);
  const biome = join(projectRoot, 'node_modules/@biomejs/biome/bin/biome');
  expect((await runNode([biome, 'format'], { cwd: root })).code).toBe(0);
  for (const file of made) {
    const paths = readFileSync(at(file), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/gu);
    for (const [, path = ''] of paths) {
      const found = join(dirname(file), path);
      expect([found, existsSync(at(found)) || existsSync(join(projectRoot, found))]).toEqual([found, true]);
    }
  }
});

test('when features follow each other, then their calls and migrations do too', async () => {
  const first = await makeFeature(root, { ...ROOMS, area: 'billing' });
  git('add', '-A');
  git(
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@localhost',
    'commit',
    '-q',
    '--no-verify',
    '-m',
    'first',
  );
  const second = await makeFeature(root, { name: 'exam-days', area: 'billing' });
  const migration = (files: string[]) => files.find((file) => file.includes('/migrations/')) ?? '';
  expect(migration(second) > migration(first)).toBe(true);
  const table = readFileSync(at('packages/contracts/test/authorization.csv'), 'utf8').trimEnd().split('\n');
  expect(new Set(table.map((row) => row.split(',', 1)[0])).size).toBe(table.length);
});

test.each([
  'exam-room',
  'Exam-Rooms',
  'exam_rooms',
  'status',
  'address',
  'x-rooms',
  `${'a'.repeat(40)}s`,
  'values',
])('when the name is %s, then it is none of a feature', (name) => {
  expect(refuseName(name)).toContain(name);
});

test.each(['', 'x', "Hari Jum'at", 'a`b', '<b>'])('when the label is %j, then it is refused', (label) => {
  expect(refuseLabel(label)).toContain(label);
});

test.each([
  ['papers', 'packages/contracts/src/papers.ts'],
  ['family-dues', 'a table in services/billing/migrations/begin.sql'],
  ['exam-room', 'no plural'],
])('when the name is %s, then it is refused and nothing is written', async (name, why) => {
  await expect(makeFeature(root, { name, area: 'billing' })).rejects.toThrow(why);
  expect(changed()).toBe('');
});

test('when lists lack the place for a feature, then each is named and nothing is written', async () => {
  const lists = ['packages/contracts/src/all.ts', 'services/billing/src/app.ts'];
  for (const list of lists) writeFileSync(at(list), 'export const nothing = 1;\n');
  const before = changed();
  const making = makeFeature(root, { ...ROOMS, area: 'billing' });
  for (const list of lists) await expect(making).rejects.toThrow(list);
  expect(changed()).toBe(before);
});

test('when a list has changes that are not committed, then it is named and nothing is written', async () => {
  const list = 'packages/domain/src/abilities.ts';
  writeFileSync(at(list), `${readFileSync(at(list), 'utf8')}\n`);
  const before = changed();
  await expect(makeFeature(root, { ...ROOMS, area: 'admission' })).rejects.toThrow(list);
  expect(changed()).toBe(before);
});
