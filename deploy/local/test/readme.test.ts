import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('when a command goes through the local door, then its program exists', () => {
  const commands = Object.values(scripts).map((script) => /cli\.mjs (\S+)/.exec(script)?.[1] ?? '');
  const missing = commands.filter(
    (name) => !existsSync(join(projectRoot, `deploy/local/src/commands/${name}.ts`)),
  );
  expect(missing).toEqual([]);
});
