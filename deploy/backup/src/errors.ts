/** An error whose message is shown to the person at the terminal without a stack. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk’s quota is used up',
  EACCES: 'the folder may not be written',
  ENOENT: 'the folder or file is not there',
  EROFS: 'the disk is read-only',
  ECONNREFUSED: 'the database does not answer',
};

/** A system error in words. */
export function inWords(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
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
