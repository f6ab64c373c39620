import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { mustRunNode } from './child.ts';
import { projectRoot } from './paths.ts';
import type { Progress } from './progress.ts';

const SHARED = [
  'packages/ui',
  'packages/web-kit',
  'packages/contracts',
  'packages/domain',
  'packages/federation',
  'packages/first-paint',
];
const SKIPPED = new Set(['node_modules', 'dist', 'test', 'coverage', '.cache']);

/** The folders of all front ends: the shell and the remotes. */
export function frontEnds(): string[] {
  return readdirSync(join(projectRoot, 'frontends'))
    .filter((name) => configOf(name) !== undefined)
    .sort((a, b) => Number(b === 'shell') - Number(a === 'shell'));
}

/** `npm run build`: builds the front ends whose sources changed (images; `npm run up` does it by itself). */
export async function build(): Promise<number> {
  await buildFrontEnds((line) => console.log(line));
  return 0;
}

/** Builds the front ends whose sources changed since their last build and returns their names. */
export async function buildFrontEnds(
  say: (line: string) => void,
  show: (progress: () => Progress) => void = () => undefined,
): Promise<string[]> {
  const stale = frontEnds().filter((name) => !built(name));
  let done = 0;
  if (stale.length > 0) show(() => ({ done, of: stale.length, what: 'front ends built' }));
  const builds = await Promise.allSettled(
    stale.map(async (name) => {
      const start = Date.now();
      const hash = sourceHash(name);
      await mustRunNode(
        `The build of frontends/${name}`,
        [webpackProgram(), 'build', '--config', configOf(name) ?? ''],
        {
          cwd: join(projectRoot, 'frontends', name),
          env: { NODE_ENV: 'production' },
        },
      );
      mkdirSync(dirname(stampOf(name)), { recursive: true });
      writeFileSync(stampOf(name), hash);
      done += 1;
      say(`Built frontends/${name} in ${((Date.now() - start) / 1000).toFixed(1)} s`);
    }),
  );
  const failure = builds.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
  return stale;
}

function built(name: string): boolean {
  const stamp = stampOf(name);
  const output = join(projectRoot, 'frontends', name, 'dist');
  return existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceHash(name);
}

function stampOf(name: string): string {
  return join(projectRoot, '.cache', `front-end-${name}.hash`);
}

/** Hash of everything a build reads: its own folder, the browser's packages, the lock file. */
export function sourceHash(name: string): string {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'tsconfig.base.json'])
    hash.update(readFileSync(join(projectRoot, file)));
  for (const folder of [`frontends/${name}`, ...SHARED]) {
    for (const file of filesOf(join(projectRoot, folder))) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Every file under a folder but those of tests and of builds, in the same order each time. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesOf(path);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
    });
}

function configOf(name: string): string | undefined {
  return ['webpack.config.js', 'webpack.config.mjs', 'webpack.config.ts'].find((file) =>
    existsSync(join(projectRoot, 'frontends', name, file)),
  );
}

function webpackProgram(): string {
  const require = createRequire(join(projectRoot, 'packages/federation/package.json'));
  return join(dirname(require.resolve('webpack-cli/package.json')), 'bin/cli.js');
}
