import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustRunNode } from '../src/child.ts';
import { HOUSE_TESTS } from '../src/commands/feature.ts';
import { AREAS } from '../src/feature-names.ts';
import { projectRoot } from '../src/paths.ts';

const copy = mkdtempSync(join(tmpdir(), 'gerbang-feature-made-'));
const git = (...args: string[]) => execFileSync('git', args, { cwd: copy, encoding: 'utf8' });
const command = (...args: string[]) =>
  mustRunNode(args.join(' '), [join(copy, 'deploy/local/cli.mjs'), ...args], { cwd: copy });

/** The repository as it lies here, with the installed packages; the project's own ones are those of the copy. */
function copyRepository(): void {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listed, { cwd: projectRoot, encoding: 'utf8' }).split('\0');
  for (const file of files.filter(Boolean)) cpSync(join(projectRoot, file), join(copy, file));
  const modules = join(projectRoot, 'node_modules');
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(modules)) {
    if (name === '@gerbang') cpSync(join(modules, name), join(copy, 'node_modules', name), COPY_LINKS);
    else symlinkSync(join(modules, name), join(copy, 'node_modules', name));
  }
  git('init', '-q');
}
const COPY_LINKS = { recursive: true, verbatimSymlinks: true } as const;

function commit(): void {
  git('add', '-A');
  git('-c', 'user.name=test', '-c', 'user.email=test@localhost', 'commit', '-q', '--no-verify', '-m', 'made');
}

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('when a feature is made in every area, then types, tests and checks of the repository pass', async () => {
  copyRepository();
  const names: string[] = [];
  for (const area of Object.keys(AREAS)) {
    commit();
    const name = `${area}-samples`;
    names.push(name);
    await command('feature', name, '--in', area);
  }
  expect(await command('check')).toContain('0 failed');
  expect(await command('test-one', ...names, ...HOUSE_TESTS.split(' '))).toContain(' 0 failed');
}, 3_600_000);
