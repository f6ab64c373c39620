/** A whole day as a calendar shows it. */
export interface CalendarDay {
  /** Names the entry for good: a calendar that has it changes it. */
  readonly uid: string;
  /** Rises with each change. */
  readonly sequence: number;
  readonly changedAt: Date;
  readonly title: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly note: string | null;
  readonly url: string;
  /** What is shown so long before the day begins (`PT16H`). */
  readonly alarm: { readonly text: string; readonly before: string };
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

/** `20261207`, so many days after a day. */
const dayAfter = (day: string, days: number) =>
  utc(new Date(Date.parse(day) + days * 86_400_000)).slice(0, 8);

const linesOf = ({ uid, sequence, changedAt, title, day, note, url, alarm }: CalendarDay): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `SEQUENCE:${sequence}`,
  `DTSTAMP:${utc(changedAt)}`,
  `DTSTART;VALUE=DATE:${dayAfter(day, 0)}`,
  `DTEND;VALUE=DATE:${dayAfter(day, 1)}`,
  `SUMMARY:${escaped(title)}`,
  ...(note ? [`DESCRIPTION:${escaped(note)}`] : []),
  `URL:${url}`,
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(alarm.text)}`,
  `TRIGGER:-${alarm.before}`,
  'END:VALARM',
  'END:VEVENT',
];

/**
 * A calendar file (RFC 5545) of whole days, which a page makes itself, so it has to stay small; files of appointments are made
 * by the service, with a library.
 */
export function calendarFile(days: readonly CalendarDay[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gerbang//PPDB//ID',
    'METHOD:PUBLISH',
    ...days.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
