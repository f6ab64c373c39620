import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completed, type LockFile, missingEntries } from '../lock-file.ts';
import { projectRoot } from '../paths.ts';

/** `npm run lock:fix`: completes the lock file after a change of dependencies. */
export async function run(): Promise<number> {
  const file = join(projectRoot, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile;
  const missing = missingEntries(lock);
  if (missing.length > 0) writeFileSync(file, `${JSON.stringify(completed(lock), null, 2)}\n`);
  console.log(
    missing.length > 0 ? `Added ${missing.length} entries to package-lock.json` : 'Nothing is missing',
  );
  return 0;
}
