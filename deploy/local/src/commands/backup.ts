import { join } from 'node:path';
import { runNode } from '../child.ts';
import { projectRoot } from '../paths.ts';

/** `npm run backup`: the program of deploy/backup in a process of its own, with our arguments and environment. */
export async function run(args: string[]): Promise<number> {
  const program = join(projectRoot, 'deploy/backup/src/backup.ts');
  return (await runNode([program, ...args], { env: process.env, show: true })).code;
}
