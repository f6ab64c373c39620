import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allVariables } from '../src/configuration.ts';
import { projectRoot } from '../src/paths.ts';
import { envFile } from './compose-file.ts';
import { alertRules, figuresOf, OUTSIDE, queries } from './monitoring-files.ts';

const FOLDER = join(projectRoot, 'deploy/runbook');
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
const pages = names
  .filter((name) => name !== 'README.md')
  .map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const);
const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const alerts = alertRules();

test('when an alert rings, then its page is there and names it, and a page names no other alerts', () => {
  for (const { alert, annotations } of alerts) {
    const page = pages.find(([name]) => annotations.runbook_url.endsWith(`/${name}`));
    expect([alert, page?.[1].includes(`\`${alert}\``)]).toEqual([alert, true]);
  }
  const known = new Set(alerts.map(({ alert }) => alert));
  for (const [name, text] of pages) {
    const line = /^\*\*Alerts:\*\*(?<list>[^*]*)/mu.exec(text)?.groups?.list ?? '';
    const named = [...line.matchAll(/`(\w+)`/gu)].map(([, one = '']) => one);
    expect([name, named.filter((one) => !known.has(one))]).toEqual([name, []]);
  }
});

test.each(pages)(
  'when %s is opened, then it says what to look at, what to do and what comes afterwards',
  (_name, text) => {
    for (const part of ['**What people see:**', '## First look', '## Remedy', '## Afterwards']) {
      expect(text.replace(/\s+/gu, ' ')).toContain(part);
    }
  },
);

test.each(pages)(
  'when %s names a command, a program, a variable or a page, then it is there',
  (_name, text) => {
    const commands = [...text.matchAll(/npm run ([a-z:]+)/gu)].map(([, one = '']) => one);
    expect(commands.filter((one) => !(one in scripts))).toEqual([]);
    const files = [...text.matchAll(/(?:deploy|services)\/[\w./-]+\.(?:ts|md|yml)\b/gu)].map(([one]) => one);
    expect(files.filter((one) => !existsSync(join(projectRoot, one)))).toEqual([]);
    const links = [...text.matchAll(/\]\((?!http)([^)#]+)\)/gu)].map(([, one = '']) => one);
    expect(links.filter((one) => !names.includes(one))).toEqual([]);
    const ofCompose = Object.keys(envFile('.env.example', true));
    const told = new Set([...allVariables().map(({ name }) => name), ...ofCompose, 'OOMKilled']);
    const variables = [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/gu)].map(
      ([, one = '']) => one,
    );
    expect(variables.filter((one) => !told.has(one))).toEqual([]);
    const figures = new Set([...queries().flatMap(figuresOf), ...OUTSIDE]);
    const named = [
      ...text.matchAll(/`((?:messages?|outbox|queue|check|reset_codes|phones|process|database)_[a-z_]+)`/gu),
    ];
    const settings = new Set(['max_connections']);
    expect(named.map(([, one = '']) => one).filter((one) => !figures.has(one) && !settings.has(one))).toEqual(
      [],
    );
  },
);

test('when the list of pages is read, then every page is on it', () => {
  const list = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  expect(pages.filter(([name]) => !list.includes(`(${name})`)).map(([name]) => name)).toEqual([]);
});
