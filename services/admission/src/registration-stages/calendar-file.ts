/** An appointment as a calendar file says it. */
export interface Appointment {
  /** Names the appointment for good: a calendar that has it changes it. */
  readonly uid: string;
  /** Rises with each change. */
  readonly sequence: number;
  readonly changedAt: Date;
  readonly title: string;
  /** `YYYY-MM-DD` in Jakarta. */
  readonly day: string;
  /** `HH:MM` in Jakarta; null = the whole day. */
  readonly time: string | null;
  /** How long one with a time takes. */
  readonly minutes: number;
  readonly place: string | null;
  readonly url: string;
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

/** Folds a content line after at most 75 octets, never within a character (RFC 5545, 3.1). */
function folded(line: string): string {
  let [lines, octets] = ['', 0];
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
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

/** The calendar file of an appointment, as RFC 5545 describes it. */
export function calendarFile(appointment: Appointment): string {
  const { uid, sequence, changedAt, title, day, time, minutes, place, url } = appointment;
  const at =
    time === null
      ? [`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`]
      : [
          `DTSTART;TZID=Asia/Jakarta:${local(day, time, 0)}`,
          `DTEND;TZID=Asia/Jakarta:${local(day, time, minutes)}`,
        ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Gerbang//PPDB//ID',
    'METHOD:PUBLISH',
    ...(time === null ? [] : JAKARTA),
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(changedAt)}`,
    ...at,
    `SUMMARY:${escaped(title)}`,
    ...(place === null ? [] : [`LOCATION:${escaped(place)}`]),
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}
