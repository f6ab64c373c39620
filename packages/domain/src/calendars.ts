import { weekdayTextWithoutYear } from './date-text.ts';
import { jakartaDay } from './jakarta-time.ts';
import { once } from './once.ts';

const ZONE = 'Asia/Jakarta';
// Only Intl knows this calendar.
const HIJRI = once(
  () =>
    new Intl.DateTimeFormat('id-ID-u-ca-islamic-umalqura', {
      timeZone: ZONE,
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
);

/**
 * `Sabtu, 21 November · 11 Jumadilakhir 1448 H`: both calendars of a moment's business day. With the year of the first a
 * phone would need two lines on days with long names, and the family's next step would begin lower on those.
 */
export function bothCalendars(moment: Date): string {
  const hijri = HIJRI()
    .format(moment)
    .replace(/\s*(?:H|AH|SH)\.?$/u, '');
  return `${weekdayTextWithoutYear(jakartaDay(moment))} · ${hijri} H`;
}
