import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { chooseArchive, momentOf, spanInWords } from './choose-archive.ts';
import { BackupError, inWords, runProgram } from './errors.ts';
import { findInstallation } from './installation.ts';
import { planRestore, restoreBackup } from './restore-backup.ts';

const USAGE =
  'npm run restore -- <archive, or --at 2026-11-27T14:30+07:00 [--from folder]> [--identity file or -] [--replace [--yes]]';

function identityOf(file: string | undefined, configured: string | undefined): string {
  if (file === undefined) {
    if (!configured)
      throw new BackupError('BACKUP_IDENTITY or --identity must name the key that opens archives');
    return configured;
  }
  try {
    // `-`: the shell opens the file, so that its rights are those of the person and not of the container's user.
    const line = readFileSync(file === '-' ? 0 : file, 'utf8')
      .split('\n')
      .find((one) => one.startsWith('AGE-SECRET-KEY-'));
    if (line) return line.trim();
  } catch (error) {
    throw new BackupError(`${file} cannot be read: ${inWords(error, 'read')}`);
  }
  throw new BackupError(`${file} holds no AGE-SECRET-KEY`);
}

/** The archive that is named, or the newest of a folder at or before a moment. */
async function pathOf(
  named: readonly string[],
  { at, from }: { at?: string | undefined; from?: string | undefined },
  folder: string,
): Promise<string> {
  if (at === undefined) {
    const [path] = named;
    if (!path || named.length > 1 || from !== undefined) throw new BackupError(USAGE);
    return path;
  }
  if (named.length > 0) throw new BackupError(USAGE);
  const { path, older } = await chooseArchive(from ?? folder, momentOf(at));
  console.log(`${path}: the newest at or before ${at}, ${spanInWords(older)} older`);
  return path;
}

async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new BackupError('There is no terminal to ask: add --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return answer.trim().toLowerCase() === 'replace';
}

/** Program: restores an archive into an empty installation, or in place of one; ends with 1 where it finds an inconsistency. */
await runProgram('restore', async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      at: { type: 'string' },
      from: { type: 'string' },
      identity: { type: 'string' },
      replace: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0 && values.at === undefined) throw new BackupError(USAGE);
  const found = await findInstallation();
  try {
    if (found.running) {
      throw new BackupError(`Gerbang is running (process ${found.running}): stop it with Ctrl-C first`);
    }
    const path = await pathOf(positionals, values, found.folder);
    const archive = { path, identity: identityOf(values.identity, found.identity) };
    const plan = await planRestore(found, archive);
    console.log(`${path}: whole, made ${plan.header.made} (checked in ${plan.checkSeconds.toFixed(1)} s)`);
    if (plan.occupied.length > 0) {
      const full = `The databases ${plan.occupied.join(', ')} are not empty`;
      if (!values.replace)
        throw new BackupError(`${full}: nothing was written. --replace puts the backup in their place`);
      if (!values.yes && !(await confirmed(`${full}. What is in them now is lost. Type "replace": `))) {
        console.log('Nothing was written.');
        return 1;
      }
    }
    const report = await restoreBackup(found, archive, plan);
    console.log(
      `Restored ${report.rows} rows of ${report.tables} tables and ${report.files} files in ${report.seconds.toFixed(1)} s`,
    );
    for (const finding of report.findings) console.error(`restore: ${finding}`);
    console.log(
      report.findings.length === 0
        ? 'Trails, books and files fit together.'
        : 'See deploy/runbook/restore.md',
    );
    return report.findings.length > 0 ? 1 : 0;
  } finally {
    await found.close();
  }
});
