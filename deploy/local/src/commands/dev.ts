import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startDevelopment } from '../development.ts';
import { projectRoot } from '../paths.ts';
import { stayUp } from './up.ts';

/** `npm run dev`: the local run, restarted and redrawn at every save, until Ctrl-C. */
export async function run(): Promise<number> {
  useHooks();
  return stayUp(startDevelopment);
}

/** Chooses .githooks in a clone without hooks of its own. Linked work trees share their setting, so they keep it. */
function useHooks(): void {
  const isClone = statSync(join(projectRoot, '.git'), { throwIfNoEntry: false })?.isDirectory();
  const git = (...args: string[]) => spawnSync('git', ['config', ...args], { cwd: projectRoot }).status;
  if (!isClone || git('--get', 'core.hooksPath') !== 1) return;
  if (git('core.hooksPath', '.githooks') === 0)
    console.log('git runs .githooks/pre-commit now (format and lint of staged files)');
}
