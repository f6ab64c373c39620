import { BackupError } from './errors.ts';

/** The value of `--every`. Throws a BackupError. */
export function minutesOf(value: string): number {
  const minutes = Number(value);
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440) return minutes;
  throw new BackupError('--every needs a whole number of minutes from 1 to 1440');
}
