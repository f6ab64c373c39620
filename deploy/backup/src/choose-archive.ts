import { join } from 'node:path';
import { BackupError, inWords } from './errors.ts';
import { archivesIn } from './prune.ts';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/u;

/** The moment of `--at`, with its zone: without one, it would depend on the machine. Throws a BackupError. */
export function momentOf(text: string): number {
  const moment = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) {
    throw new BackupError(`--at ${text} is no moment with its zone, such as 2026-11-27T14:30+07:00`);
  }
  return moment;
}

/** A length of time in words: days, hours, minutes and seconds without those that are 0. */
export function spanInWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return said.join(' ') || '0 s';
}

/**
 * The newest archive of a folder that was made at or before a moment, and how much older than the moment it is. Throws a
 * BackupError where there is none.
 */
export async function chooseArchive(
  folder: string,
  moment: number,
): Promise<{ path: string; older: number }> {
  const archives = await archivesIn(folder).catch((error: unknown) => {
    throw new BackupError(`${folder} cannot be read: ${inWords(error, 'read')}`);
  });
  const [oldest] = archives;
  if (!oldest) throw new BackupError(`${folder} holds no archive`);
  const chosen = archives.findLast(({ made }) => made <= moment);
  if (chosen) return { path: join(folder, chosen.name), older: moment - chosen.made };
  throw new BackupError(
    `${folder} holds no archive of ${new Date(moment).toISOString()} or before: the oldest is ${oldest.name}, ${spanInWords(oldest.made - moment)} later`,
  );
}
