import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './child.ts';
import { projectRoot } from './paths.ts';

export interface TypeProgram {
  /** Its tsconfig. */
  readonly file: string;
  /** Patterns of its files, relative to the project. */
  readonly include: readonly string[];
  /** Folders of the workspaces whose files are checked together. */
  readonly workspaces: readonly string[];
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/**
 * The programs that `tsconfig.json` names. Workspaces with the same compiler settings are one for compiler, lint and
 * editor alike: apart, each would read the shared packages again.
 */
export function typePrograms(): TypeProgram[] {
  const { references } = read(join(projectRoot, 'tsconfig.json')) as { references: { path: string }[] };
  return references.map(({ path }) => {
    const file = join(projectRoot, path);
    const { include } = read(file) as { include: string[] };
    const workspaces = [...new Set(include.map((pattern) => pattern.replace(/\/(?:src\/)?\*\*.*$/u, '')))];
    return { file, include, workspaces };
  });
}

/** `npm run typecheck [-- services/billing]`: the types of the programs with such a workspace, else of all. */
export async function typecheck(words: string[]): Promise<number> {
  const has = ({ workspaces }: TypeProgram) =>
    workspaces.some((path) => words.some((word) => word.includes(path) || path.includes(word)));
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc');
  let failed = 0;
  for (const program of typePrograms()) {
    if (words.length > 0 && !has(program)) continue;
    failed ||= (await runNode([tsc, '-p', program.file], { show: true })).code;
  }
  return failed;
}
