import ICAL from 'ical.js';
import { sync, type VEvent } from 'node-ical';

/** What a program for calendars reads of an entry. */
export interface ParsedEntry {
  readonly uid: string;
  readonly sequence: number;
  readonly method: string;
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly place: string;
  readonly note: string;
  /** When it reminds, before the entry begins. */
  readonly alarms: readonly string[];
}

const byIcalJs = (file: string): ParsedEntry[] => {
  const calendar = new ICAL.Component(ICAL.parse(file));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents('vevent').map((event) => {
    const { uid, sequence, startDate, endDate, summary, location, description } = new ICAL.Event(event);
    return {
      uid,
      sequence,
      method: String(calendar.getFirstPropertyValue('method')),
      from: startDate.toJSDate().toISOString(),
      to: endDate.toJSDate().toISOString(),
      title: summary,
      place: location,
      note: description,
      alarms: event
        .getAllSubcomponents('valarm')
        .map((alarm) => String(alarm.getFirstPropertyValue('trigger'))),
    };
  });
};

const text = (value: unknown) =>
  typeof value === 'object' && value !== null && 'val' in value ? String(value.val) : String(value);

const byNodeIcal = (file: string): ParsedEntry[] =>
  Object.values(sync.parseICS(file))
    .filter((one): one is VEvent => one?.type === 'VEVENT')
    .map(({ uid, sequence, method, start, end, summary, location, description, alarms = [] }) => ({
      uid,
      sequence: Number(sequence),
      method: String(method),
      from: start.toISOString(),
      to: String(end?.toISOString()),
      title: text(summary),
      place: text(location),
      note: text(description),
      alarms: alarms.map(({ trigger }) => text(trigger)),
    }));

/** The entries of a calendar file as two programs read them, which have to agree. */
export function parsedCalendar(file: string): readonly ParsedEntry[] {
  const entries = byIcalJs(file);
  expect(byNodeIcal(file)).toEqual(entries);
  return entries;
}
