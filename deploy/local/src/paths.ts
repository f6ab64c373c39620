import { join } from 'node:path';

/** The folder of the whole project. */
export const projectRoot = join(import.meta.dirname, '..', '..', '..');

/** Where a run keeps its secrets, logs and the embedded cluster; `GERBANG_DATA` moves it. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.GERBANG_DATA ?? join(projectRoot, '.local');
}
