import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completed, extraneousEntries, missingEntries, readLock } from '../lock-file.ts';
import { projectRoot } from '../paths.ts';

/** `npm run lock:fix`: completes the lock file after a change of dependencies. */
export async function run(): Promise<number> {
  const file = join(projectRoot, 'package-lock.json');
  const lock = readLock();
  const added = missingEntries(lock).length;
  const dropped = extraneousEntries(lock).length;
  if (added + dropped > 0) writeFileSync(file, `${JSON.stringify(completed(lock), null, 2)}\n`);
  console.log(
    added + dropped > 0
      ? `package-lock.json: ${added} entries added, ${dropped} extraneous ones dropped`
      : 'Nothing is missing and nothing too much',
  );
  return 0;
}
