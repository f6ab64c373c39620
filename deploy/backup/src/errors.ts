/** Something that the person at the terminal must hear in one sentence, without a stack. */
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

/** The error of a system in words. */
export function inWords(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return WORDS[code ?? ''] ?? message;
}

/** Runs a program of ours: its exit code is what `work` answers, and what goes wrong is said in one line. */
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
