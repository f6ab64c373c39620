import { TZDate } from '@date-fns/tz';
import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

const ZONE = 'Asia/Jakarta';
// Western Indonesia Time has no summer time.
const ZONE_LINES = [
  'BEGIN:VTIMEZONE',
  `TZID:${ZONE}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0700',
  'TZOFFSETTO:+0700',
  'TZNAME:WIB',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\n');

/** What a calendar shows of an observation. */
export interface CalendarEntry {
  /** Names the entry for good: a calendar that has it changes it. */
  readonly uid: string;
  /** Rises with each change. */
  readonly sequence: number;
  readonly changedAt: Date;
  readonly title: string;
  /** From when to when, or a whole day of Jakarta (`YYYY-MM-DD`). */
  readonly times: { readonly starts_at: Date; readonly ends_at: Date } | string;
  readonly place: string | null;
  readonly note?: string;
  readonly url: string;
  /** How many seconds before it begins it is called to mind. */
  readonly alarms?: readonly number[];
}

/** A whole day has no zone; a moment is written in Jakarta's, whatever the zone of this machine is. */
function timesOf(times: CalendarEntry['times']) {
  if (typeof times === 'string') {
    const start = new Date(times);
    return { start, end: new Date(start.getTime() + 86_400_000), allDay: true };
  }
  return { start: new TZDate(times.starts_at, ZONE), end: new TZDate(times.ends_at, ZONE), timezone: ZONE };
}

/** A calendar file (RFC 5545) with these entries, or one that takes them out of calendars. */
export function calendarFile(
  entries: readonly CalendarEntry[],
  method: 'PUBLISH' | 'CANCEL' = 'PUBLISH',
): string {
  const calendar = ical({
    prodId: '//Gerbang//PPDB//ID',
    method: ICalCalendarMethod[method],
    // The calendar itself has no zone: stamps have to be in UTC.
    timezone: { name: null, generator: () => ZONE_LINES },
    events: entries.map(({ uid, sequence, changedAt, title, times, place, note, url, alarms = [] }) => ({
      id: uid,
      sequence,
      stamp: changedAt,
      ...timesOf(times),
      summary: title,
      location: place,
      description: note ?? null,
      url,
      status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : null,
      alarms: alarms.map((trigger) => ({ type: ICalAlarmType.display, trigger, description: title })),
    })),
  });
  // Each line ends with a break (RFC 5545, 3.1); the library leaves out the last.
  return `${calendar.toString()}\r\n`;
}
