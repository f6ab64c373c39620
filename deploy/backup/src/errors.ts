/** An error whose message is shown to the person at the terminal without a stack. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const user = process.getuid?.() ?? '?';
const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk’s quota is used up',
  EACCES: `user ${user} may not write there; give it a folder: sudo install -d -o ${user} -m 0700 backups`,
  ENOENT: 'the folder or file is not there',
  EROFS: 'the disk is read-only',
  ECONNREFUSED: 'the database does not answer',
  ENOTFOUND: 'the address of the database is unknown here',
  EAI_AGAIN: 'the address of the database is unknown here',
};
const UNREADABLE = `user ${user} may not read it (see deploy/runbook/restore.md)`;

/** A system error in words. */
export function inWords(error: unknown, doing: 'read' | 'write' = 'write'): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' && doing === 'read') return UNREADABLE;
  return WORDS[code ?? ''] ?? message;
}

/** Runs a program: `work` returns its exit code; an error is printed in one line and ends it with 1. */
export async function runProgram(what: string, work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const own =
      error instanceof Error && ['BackupError', 'UsageError', 'ConfigError'].includes(error.constructor.name);
    process.stderr.write(`${what}: ${own ? error.message : inWords(error)}\n`);
    process.exitCode = 1;
  }
}
