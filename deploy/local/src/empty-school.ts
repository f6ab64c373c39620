import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './child.ts';

const NOTE = 'empty-school';

/** The file that says that the portal of this folder began without a school. */
export const emptySchoolNote = (dataDir: string): string => join(dataDir, NOTE);

/**
 * Whether the portal of this folder has no demo school: because it began so, or because `--empty` says so of a new folder.
 * A folder with another portal is refused, so that no data is lost by a flag.
 */
export function beginsEmpty(dataDir: string, args: readonly string[]): boolean {
  const unknown = args.find((arg) => arg !== '--empty');
  if (unknown !== undefined) throw new UsageError(`Unknown argument ${unknown}. npm run up [-- --empty]`);
  if (existsSync(emptySchoolNote(dataDir))) return true;
  if (!args.includes('--empty')) return false;
  if (existsSync(join(dataDir, 'secrets.json'))) {
    throw new UsageError(
      `${dataDir} holds a portal with a school already. Take another folder (GERBANG_DATA=.local-empty npm run up -- --empty), or empty this one (npm run reset).`,
    );
  }
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(emptySchoolNote(dataDir), 'This portal began without a school (npm run up -- --empty).\n');
  return true;
}
