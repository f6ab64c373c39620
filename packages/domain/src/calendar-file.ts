interface Alarm {
  readonly text: string;
  readonly before: string;
}

/** What a calendar shows of a day or an appointment. */
export interface CalendarEntry {
  /** Names the entry for good: a calendar that has it changes it. */
  readonly uid: string;
  /** Rises with each change. */
  readonly sequence: number;
  readonly changedAt: Date;
  readonly title: string;
  /** `YYYY-MM-DD` in Jakarta. */
  readonly day: string;
  /** `HH:MM` in Jakarta and how long it takes; null = the whole day. */
  readonly hours: { readonly from: string; readonly minutes: number } | null;
  readonly place?: string | null;
  readonly note?: string | null;
  readonly url: string;
  /** What is shown so long before the entry begins (`PT16H`). */
  readonly alarm?: Alarm | readonly Alarm[];
}

const MAX_OCTETS = 75;

/** Escapes a text (RFC 5545, 3.3.11); other control characters do not belong into one. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?/gu, '\n')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/[\\;,]/gu, String.raw`\$&`)
    .replace(/\n/gu, String.raw`\n`);
}

/** The octets of a character in UTF-8. */
function octetsOf(sign: string): number {
  const point = sign.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x1_00_00 ? 3 : 4;
}

/** Folds a content line after at most 75 octets, never within a character (RFC 5545, 3.1). */
function folded(line: string): string {
  let [lines, octets] = ['', 0];
  for (const sign of line) {
    const size = octetsOf(sign);
    if (octets + size > MAX_OCTETS) {
      lines += '\r\n ';
      octets = 1;
    }
    lines += sign;
    octets += size;
  }
  return lines;
}

/** `20261207T080000Z` */
const utc = (moment: Date) => `${moment.toISOString().slice(0, 19).replace(/[-:]/gu, '')}Z`;

/** `20261207T080000`, so many minutes after a time of a day; without a zone, because the property names it. */
function local(day: string, time: string, minutes: number): string {
  const moment = new Date(`${day}T${time}:00Z`);
  moment.setUTCMinutes(moment.getUTCMinutes() + minutes);
  return utc(moment).slice(0, -1);
}

// Western Indonesia Time has no summer time.
const JAKARTA = [
  'BEGIN:VTIMEZONE',
  'TZID:Asia/Jakarta',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0700',
  'TZOFFSETTO:+0700',
  'TZNAME:WIB',
  'END:STANDARD',
  'END:VTIMEZONE',
];

function timesOf({ day, hours }: CalendarEntry): string[] {
  const [kind, from, minutes] = hours
    ? ['TZID=Asia/Jakarta', hours.from, hours.minutes]
    : ['VALUE=DATE', '00:00', 24 * 60];
  const length = hours ? undefined : 8;
  const at = (after: number) => local(day, from, after).slice(0, length);
  return [`DTSTART;${kind}:${at(0)}`, `DTEND;${kind}:${at(minutes)}`];
}

function linesOf(entry: CalendarEntry, method: string): string[] {
  const { uid, sequence, changedAt, title, place, note, url, alarm = [] } = entry;
  const alarmLines = ({ text, before }: Alarm) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(text)}`,
    `TRIGGER:-${before}`,
    'END:VALARM',
  ];
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(changedAt)}`,
    ...timesOf(entry),
    `SUMMARY:${escaped(title)}`,
    ...(place ? [`LOCATION:${escaped(place)}`] : []),
    ...(note ? [`DESCRIPTION:${escaped(note)}`] : []),
    `URL:${url}`,
    ...(method === 'CANCEL' ? ['STATUS:CANCELLED'] : []),
    ...[alarm].flat().flatMap(alarmLines),
    'END:VEVENT',
  ];
}

/**
 * A calendar file (RFC 5545) with these entries, or one that takes them out of calendars. Pages make some themselves, so it
 * has to stay small.
 */
export function calendarFile(
  entries: readonly CalendarEntry[],
  method: 'PUBLISH' | 'CANCEL' = 'PUBLISH',
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gerbang//PPDB//ID',
    `METHOD:${method}`,
    ...(entries.some(({ hours }) => hours) ? JAKARTA : []),
    ...entries.flatMap((entry) => linesOf(entry, method)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
