import { once } from './once.ts';

const ZONE = 'Asia/Jakarta';
const FULL = once(
  () =>
    new Intl.DateTimeFormat('id-ID', {
      timeZone: ZONE,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
);
const HIJRI = once(
  () =>
    new Intl.DateTimeFormat('id-ID-u-ca-islamic-umalqura', {
      timeZone: ZONE,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
);

/** `Sabtu, 21 November 2026 · 11 Jumadilakhir 1448 H`: both calendars of a moment's business day. */
export function bothCalendars(moment: Date): string {
  const hijri = HIJRI()
    .format(moment)
    .replace(/\s*(?:H|AH|SH)\.?$/u, '');
  return `${FULL().format(moment)} · ${hijri} H`;
}
