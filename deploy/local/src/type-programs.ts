import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runNode } from './child.ts';
import { readLock } from './lock-file.ts';
import { projectRoot } from './paths.ts';

export interface TypeProgram {
  /** Folders of the workspaces whose files are checked together. */
  readonly workspaces: readonly string[];
  /** The tsconfig that names them, written by this call. */
  readonly file: string;
}

interface Settings {
  readonly include: readonly string[];
  readonly extends?: string;
  readonly [other: string]: unknown;
}

/** Workspaces with the same compiler settings are one program: apart, each would check the shared packages again. */
export function typePrograms(): TypeProgram[] {
  const groups = Object.groupBy(workspaces(), (path) => {
    const { include: _, extends: base, ...rest } = settingsOf(path);
    return JSON.stringify({ ...rest, base: base && resolve(projectRoot, path, base) });
  });
  const folder = join(projectRoot, '.cache', 'types');
  mkdirSync(folder, { recursive: true });
  return Object.values(groups).flatMap((group, at) => {
    const first = group?.[0];
    if (!group || !first) return [];
    const file = join(folder, `tsconfig.${at}.json`);
    const include = group.flatMap((path) =>
      settingsOf(path).include.map((pattern) => `../../${path}/${pattern}`),
    );
    writeFileSync(file, JSON.stringify({ extends: `../../${first}/tsconfig.json`, include }));
    return [{ workspaces: group, file }];
  });
}

/** `npm run typecheck [-- services/billing]`: the types of the workspaces whose path contains a word, else of all. */
export async function typecheck(words: string[]): Promise<number> {
  const wanted = workspaces().filter((path) => words.some((word) => path.includes(word)));
  const files =
    words.length > 0
      ? wanted.map((path) => join(path, 'tsconfig.json'))
      : typePrograms().map(({ file }) => file);
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  let failed = 0;
  for (const file of files) failed ||= (await runNode([tsc, '-p', file], { show: true })).code;
  return failed;
}

function settingsOf(path: string): Settings {
  return JSON.parse(readFileSync(join(projectRoot, path, 'tsconfig.json'), 'utf8')) as Settings;
}

function workspaces(): string[] {
  const own = Object.keys(readLock().packages).filter((path) => path && !path.includes('node_modules/'));
  return own.filter((path) => existsSync(join(projectRoot, path, 'tsconfig.json')) && hasTypeScript(path));
}

/** A workspace of plain JavaScript would make tsc fail: it finds no input. */
function hasTypeScript(path: string): boolean {
  const own = (file: string) => /\.tsx?$/.test(file) && !file.includes('node_modules');
  return readdirSync(join(projectRoot, path), { recursive: true }).some((file) => own(String(file)));
}
