import { parseArgs } from 'node:util';
import { BackupError, runProgram } from './errors.ts';
import { findInstallation } from './installation.ts';
import { makeBackup, noteBackup, pruneBackups, removeAbandoned } from './make-backup.ts';

const megabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

/** Program: `npm run backup -- [--to folder] [--keep N]`. Ends with 1 when a named file is missing or the backup cannot be noted for monitoring. */
await runProgram('backup', async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'string' } } });
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)) {
    throw new BackupError('--keep needs a whole number from 1');
  }
  const found = await findInstallation();
  try {
    const { recipient } = found;
    if (!recipient)
      throw new BackupError('BACKUP_RECIPIENT must be set: an archive is never written in clear');
    const folder = values.to ?? found.folder;
    const report = await makeBackup(found, { folder, recipient });
    const { path, rows, tables, files, bytes, seconds, by } = report;
    console.log(
      `${path}: ${rows} rows of ${tables} tables, ${files} files, ${megabytes(bytes)} MB in ${seconds.toFixed(1)} s (${by})`,
    );
    const unnoted = await noteBackup(found);
    if (unnoted) console.error(`backup: it was made, but cannot be noted: ${unnoted}`);
    for (const draft of await removeAbandoned(folder))
      console.log(`${draft}: removed, it was never finished`);
    if (keep !== undefined)
      for (const old of await pruneBackups(folder, keep)) console.log(`${old}: removed`);
    for (const { id, name } of report.missing)
      console.error(`backup: file ${id} (${name}) is not in the store`);
    return report.missing.length > 0 || unnoted ? 1 : 0;
  } finally {
    await found.close();
  }
});
