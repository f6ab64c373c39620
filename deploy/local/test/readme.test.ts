import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandNames } from '../src/commands.ts';
import { projectRoot } from '../src/paths.ts';

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

test('when the README names an npm command, then package.json has it', () => {
  const named = [...readme.matchAll(/npm (?:run )?([a-z]+(?::[a-z]+)?)/g)].flatMap(([text, name]) =>
    text.startsWith('npm run') || name === 'test' ? [name ?? ''] : [],
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('when package.json has a command, then the README names it', () => {
  expect(Object.keys(scripts).filter((name) => !readme.includes(name))).toEqual([]);
});

test('when package.json has a command, then deploy/local knows it', () => {
  const commands = Object.values(scripts).map((script) => /cli\.mjs (\S+)/.exec(script)?.[1] ?? '');
  expect(commands.filter((name) => !commandNames.includes(name))).toEqual([]);
});
