import { join } from 'node:path';
import { runNode } from '../child.ts';
import { projectRoot } from '../paths.ts';

/** Runs the program of deploy/checks in a process of its own, with our arguments. */
export async function run(args: string[]): Promise<number> {
  const program = join(projectRoot, 'deploy/checks/browser/walk.ts');
  return (await runNode([program, ...args], { env: process.env, show: true })).code;
}
