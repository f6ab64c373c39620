import { parseArgs } from 'node:util';
import { BackupError, runProgram } from './errors.ts';
import { findInstallation } from './installation.ts';
import { type BackupReport, makeBackup, noteBackup } from './make-backup.ts';
import { minutesOf } from './minutes.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { pruneBackups, removeAbandoned } from './prune.ts';

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

function inOneLine({ path, rows, tables, files, written, bytes, seconds, by }: BackupReport): string {
  const ofFiles = written === files ? `${files} files` : `${files} files (${written} written now)`;
  return `${path}: ${rows} rows of ${tables} tables, ${ofFiles}, ${megabytes(bytes)} MB in ${seconds.toFixed(1)} s (${by})`;
}

async function prune(folder: string, days: number): Promise<void> {
  const { archives, files } = await pruneBackups(folder, days);
  for (const old of archives) console.log(`${old}: removed`);
  if (files > 0) console.log(`${files} files that no archive names any more: removed`);
}

/**
 * Program: `npm run backup -- [--to folder] [--keep days] [--beside] [--every minutes]`.
 * `--every` says how often a schedule calls it, for the alert of a late one. Ends with 1 when a named file is missing or the
 * backup cannot be noted for monitoring.
 */
await runProgram('backup', async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      every: { type: 'string' },
      beside: { type: 'boolean', default: false },
    },
  });
  const { beside } = values;
  const days = values.keep === undefined ? undefined : Number(values.keep);
  if (days !== undefined && !(Number.isInteger(days) && days >= 1)) {
    throw new BackupError('--keep needs a whole number of days from 1');
  }
  const minutes = values.every === undefined ? null : minutesOf(values.every);
  const found = await findInstallation();
  try {
    const { recipient } = found;
    if (!recipient)
      throw new BackupError('BACKUP_RECIPIENT must be set: an archive is never written in clear');
    const folder = values.to ?? found.folder;
    return await oneAtATime(found.ownerUrl, async () => {
      const report = await makeBackup(found, { folder, recipient, beside });
      console.log(inOneLine(report));
      const unnoted = await noteBackup(found, minutes);
      if (unnoted) console.error(`backup: it was made, but cannot be noted: ${unnoted}`);
      for (const draft of await removeAbandoned(folder))
        console.log(`${draft}: removed, it was never finished`);
      if (days !== undefined) await prune(folder, days);
      // Without its name, which may be that of a child: a schedule's output is kept as a log.
      for (const { id } of report.missing) console.error(`backup: file ${id} is not in the store`);
      return report.missing.length > 0 || unnoted ? 1 : 0;
    });
  } finally {
    await found.close();
  }
});
