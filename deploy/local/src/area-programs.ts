import { join } from 'node:path';
import { projectRoot } from './paths.ts';
import { type Env, PARTS, type ProgramName } from './program-parts.ts';
import type { Program } from './supervisor.ts';

/** The programs that make demo data, accounts first: the data of the later ones belong to those of the earlier ones. */
export function seeds(all: readonly Program[]): AreaProgram[] {
  return areaPrograms(all, ['auth', 'admission', 'announcement', 'billing'], 'seed-demo');
}

/** The program that makes the first administrator, of a portal that begins without a school. */
export function firstAdministrator(all: readonly Program[]): AreaProgram[] {
  return areaPrograms(all, ['auth'], 'seed-demo', ['admin']);
}

/** The programs that publish every record once more, accounts first. */
export function replays(all: readonly Program[]): AreaProgram[] {
  return areaPrograms(all, ['auth', 'admission', 'announcement', 'billing'], 'replay-events');
}

export interface AreaProgram {
  readonly name: string;
  /** Arguments for Node: the file and the name of the program in it. */
  readonly args: readonly string[];
  readonly env: Env;
}

function areaPrograms(
  all: readonly Program[],
  areas: readonly ProgramName[],
  program: string,
  args: readonly string[] = [],
): AreaProgram[] {
  return areas.flatMap((area) =>
    all
      .filter(({ name }) => name === area)
      .map(({ name, env }) => ({
        name,
        args: [join(projectRoot, PARTS[area].folder, 'src/programs.ts'), program, ...args],
        env,
      })),
  );
}
