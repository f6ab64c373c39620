import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EnvironmentInput } from '@gerbang/local/program-parts';
import { UsageError } from '@gerbang/local/child';
import { projectRoot } from '@gerbang/local/paths';
import type { Program } from '@gerbang/local/supervisor';

const LOCK = 'package-lock.json';
const MODULES = 'node_modules';

export type OlderRelease = ReturnType<typeof checkOut>;

/**
 * The sources of a commit in a folder of their own, with their packages: today's where they are the same, else
 * `npm ci` installs its own, with those of its checks where `checks` is true. `remove` deletes them. Throws a UsageError
 * for an unknown commit.
 */
export function checkOut(commit: string, say: (line: string) => void, { checks = false } = {}) {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, maxBuffer: 2 ** 30 });
  let name: string;
  try {
    name = git('rev-parse', '--short', `${commit}^{commit}`).toString().trim();
  } catch {
    throw new UsageError(`${commit} is no commit of this repository`);
  }
  const folder = mkdtempSync(join(tmpdir(), `gerbang-${name}-`));
  chmodSync(folder, 0o755);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync('tar', ['x', '-f', '-', '-C', folder], { input: git('archive', '--format=tar', name) });
    if (fitsTodays(folder, checks)) linkPackages(folder);
    else {
      say(`Installing the packages of ${name}`);
      const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
      if (!checks) args.push('--omit=dev');
      const npm = process.env.npm_execpath;
      if (npm) execFileSync(process.execPath, [npm, ...args], { cwd: folder, stdio: 'inherit' });
      else execFileSync('npm', args, { cwd: folder, stdio: 'inherit' });
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { name, folder, remove };
}

interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
}

/** Whether today's packages are those that the other tree's lock file names for running it, or its checks. */
function fitsTodays(folder: string, checks: boolean): boolean {
  const packagesOf = (root: string) =>
    (JSON.parse(readFileSync(join(root, LOCK), 'utf8')) as { packages: Record<string, Entry> }).packages;
  const today = packagesOf(projectRoot);
  return Object.entries(packagesOf(folder)).every(
    ([path, { version, dev, optional, peer }]) =>
      !path.includes(`${MODULES}/`) ||
      (dev && !checks) ||
      optional ||
      peer ||
      today[path]?.version === version,
  );
}

/** Today's packages for another tree; those of the project itself are that tree's. */
function linkPackages(folder: string): void {
  const modules = join(folder, MODULES);
  mkdirSync(join(modules, '@gerbang'), { recursive: true });
  for (const name of readdirSync(join(projectRoot, MODULES))) {
    if (name !== '@gerbang' && !name.startsWith('.'))
      symlinkSync(join(projectRoot, MODULES, name), join(modules, name));
  }
  const { workspaces } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  for (const place of workspaces.flatMap((pattern) => placesOf(folder, pattern))) {
    const { name } = JSON.parse(readFileSync(join(folder, place, 'package.json'), 'utf8')) as {
      name: string;
    };
    symlinkSync(join(folder, place), join(modules, name));
    const own = join(projectRoot, place, MODULES);
    if (existsSync(own)) symlinkSync(own, join(folder, place, MODULES));
  }
}

/** The folders of a workspace pattern, such as `services/*`. */
function placesOf(folder: string, pattern: string): string[] {
  const all = pattern.endsWith('/*')
    ? readdirSync(join(folder, dirname(pattern))).map((name) => join(dirname(pattern), name))
    : [pattern];
  return all.filter((place) => existsSync(join(folder, place, 'package.json')));
}

/** The programs of a release with the variables that it gives them. */
export async function programsOf({ folder }: OlderRelease, input: EnvironmentInput): Promise<Program[]> {
  const file = join(folder, 'deploy/local/src/environments.ts');
  const { programs } = (await import(file)) as { programs: (input: EnvironmentInput) => Program[] };
  return programs(input);
}
