import { once } from './once.ts';

const DAY = once(
  () =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Asia/Jakarta',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
);

/** The business day of a moment in Asia/Jakarta, `YYYY-MM-DD`. */
export function jakartaDay(moment: Date): string {
  return DAY().format(moment);
}
