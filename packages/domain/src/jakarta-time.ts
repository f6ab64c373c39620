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

const MOMENT = once(
  () => new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', dateStyle: 'long', timeStyle: 'short' }),
);

/** A moment as messages write it: `23 November 2026 pukul 17.30 WIB`. */
export function jakartaMoment(moment: Date): string {
  return `${MOMENT().format(moment)} WIB`;
}

/** The business day of a moment in Asia/Jakarta, `YYYY-MM-DD`. */
export function jakartaDay(moment: Date): string {
  return DAY().format(moment);
}
