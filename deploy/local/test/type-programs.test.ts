import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { projectRoot } from '../src/paths.ts';
import { typePrograms } from '../src/type-programs.ts';

const FILES = '{packages,gateway,services,frontends,deploy}/**/*.{ts,tsx,mts}';
const OTHERS = ['**/node_modules/**', '**/dist/**'];

test('when a file is TypeScript, then exactly one program checks its types', () => {
  const files = globSync(FILES, { cwd: projectRoot, exclude: OTHERS });
  expect(files.length).toBeGreaterThan(1000);
  const programs = typePrograms();
  const holders = (file: string) =>
    programs.filter(({ include }) => include.some((pattern) => matchesGlob(file, pattern)));
  expect(files.filter((file) => holders(file).length !== 1)).toEqual([]);
});

test('when workspaces run in different places, then they share no program', () => {
  const of = (path: string) => typePrograms().find(({ workspaces }) => workspaces.includes(path))?.file;
  expect(of('gateway')).toBe(of('services'));
  expect(of('frontends')).toBe(of('packages/ui'));
  expect(new Set([of('gateway'), of('frontends'), of('deploy/checks')]).size).toBe(3);
});
