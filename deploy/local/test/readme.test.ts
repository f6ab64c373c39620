import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandNames } from '../src/commands.ts';
import { projectRoot } from '../src/paths.ts';

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
const contributing = readFileSync(join(projectRoot, '.github/CONTRIBUTING.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

test('when the README names an npm command, then package.json has it', () => {
  const named = [...`${readme}${contributing}`.matchAll(/npm (?:run )?([a-z]+(?::[a-z]+)?)/g)].flatMap(
    ([text, name]) => (text.startsWith('npm run ') || name === 'test' ? [name ?? ''] : []),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('when package.json has a command, then CONTRIBUTING names it, and the README eight that a newcomer needs', () => {
  const named = (text: string) =>
    Object.keys(scripts).filter((name) => new RegExp(`npm (?:run )?${name}(?![\\w:])`, 'u').test(text));
  expect(Object.keys(scripts).filter((name) => !named(contributing).includes(name))).toEqual([]);
  expect(named(readme).length).toBeLessThanOrEqual(12);
});

test('when package.json has a command, then deploy/local knows it', () => {
  const commands = Object.values(scripts).map((script) => /cli\.mjs (\S+)/.exec(script)?.[1] ?? '');
  expect(commands.filter((name) => !commandNames.includes(name))).toEqual([]);
});

const WORKSPACE_README = '{gateway,deploy/*,frontends/*,packages/*,services/*}/README.md';
/** Files and folders that a README names in backticks, from the root or from its workspace. */
const PATH = /`((?:src|test|migrations|packages|gateway|services|frontends|deploy)\/[\w./-]+)`/gu;

test.each(globSync(WORKSPACE_README, { cwd: projectRoot }))(
  'when %s names a path, then it exists',
  (file) => {
    const text = readFileSync(join(projectRoot, file), 'utf8');
    const paths = [...text.matchAll(PATH)].map((match) => match[1] ?? '');
    const missing = paths.filter(
      (path) => ![path, join(dirname(file), path)].some((place) => existsSync(join(projectRoot, place))),
    );
    expect(missing).toEqual([]);
  },
);

test('when a workspace is looked for, then it has a README', () => {
  const workspaces = globSync('{gateway,frontends/*,packages/*,services/*}/package.json', {
    cwd: projectRoot,
  });
  expect(
    workspaces.map(dirname).filter((folder) => !existsSync(join(projectRoot, folder, 'README.md'))),
  ).toEqual([]);
});
