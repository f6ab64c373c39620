import { join, resolve } from 'node:path';

/** The folder of the whole project. */
export const projectRoot = join(import.meta.dirname, '..', '..', '..');

/** Where a run keeps its secrets, logs and the embedded cluster, whole: programs run in folders of their own. `GERBANG_DATA` moves it. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env.GERBANG_DATA ?? join(projectRoot, '.local'));
}
