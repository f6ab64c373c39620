import { execFileSync } from 'node:child_process';
import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { calendarFile, type CalendarEntry } from '../src/registration-record/calendar-file.ts';
import { parsedCalendar } from './parsed-calendar.ts';

const entry = (changes: Partial<CalendarEntry> = {}): CalendarEntry => ({
  uid: 'a@b',
  sequence: 0,
  changedAt: new Date('2026-11-22T01:02:03Z'),
  title: 'Observasi',
  times: { starts_at: new Date('2026-12-31T16:30:00Z'), ends_at: new Date('2026-12-31T18:30:00Z') },
  place: 'Aula',
  url: 'https://portal.example/',
  ...changes,
});

/** The lines of a calendar file, unfolded. */
const linesOf = (file: string) => file.replace(/\r\n /gu, '').split('\r\n').slice(0, -1);

test('when an appointment ends after midnight, then its end is on the next day, in a zone that the file describes', () => {
  const file = calendarFile([entry({ note: 'Bawa sepatu', alarms: [86_400, 7200] })]);
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(linesOf(file)).toEqual(
    expect.arrayContaining([
      'DTSTART;TZID=Asia/Jakarta:20261231T233000',
      'DTEND;TZID=Asia/Jakarta:20270101T013000',
      'TZID:Asia/Jakarta',
      'DTSTAMP:20261122T010203Z',
      'TRIGGER:-P1D',
      'TRIGGER:-PT2H',
    ]),
  );
  expect(parsedCalendar(file)).toMatchObject([
    { from: '2026-12-31T16:30:00.000Z', to: '2026-12-31T18:30:00.000Z', alarms: ['-P1D', '-PT2H'] },
  ]);
});

test('when an entry is a whole day, then it ends where the next begins, and no zone is named', () => {
  const lines = linesOf(calendarFile([entry({ times: '2028-02-28' })]));
  expect(lines.filter((line) => /^DT(?!STAMP)/u.test(line))).toEqual([
    'DTSTART;VALUE=DATE:20280228',
    'DTEND;VALUE=DATE:20280229',
  ]);
  expect(lines.some((line) => line.includes('TZID'))).toBe(false);
});

test('when texts are any that people write, then every line is short and whole, and the texts can be read back', () => {
  const anyLine = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
    .filter((text) => !/\p{Cc}/u.test(text));
  const anyText = fc.tuple(anyLine, anyLine).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(anyLine, anyLine, anyText, (title, place, note) => {
      const file = calendarFile([entry({ title, place, note })]);
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/u);
      }
      const lines = linesOf(file);
      const read = (name: string) =>
        (lines.find((line) => line.startsWith(`${name}:`)) ?? '')
          .slice(name.length + 1)
          .replace(/\\(.)/gu, (_all, sign: string) => (sign === 'n' ? '\n' : sign));
      expect(['SUMMARY', 'LOCATION', 'DESCRIPTION'].map(read)).toEqual([title, place, note]);
    }),
    { numRuns: runs(300, { plain: 100 }) },
  );
});

test('when the machine is in another time zone, then the file is the same to the byte', () => {
  const module = new URL('../src/registration-record/calendar-file.ts', import.meta.url).href;
  const entries = [entry(), entry({ uid: 'c@d', times: '2028-02-28' })];
  const program = `import { calendarFile } from ${JSON.stringify(module)};
    const times = { starts_at: new Date('2026-12-31T16:30:00Z'), ends_at: new Date('2026-12-31T18:30:00Z') };
    const [hours, day] = ${JSON.stringify(entries)};
    const changedAt = new Date(hours.changedAt);
    process.stdout.write(calendarFile([{ ...hours, changedAt, times }, { ...day, changedAt }]));`;
  const made = ['Pacific/Kiritimati', 'Asia/Jakarta', 'America/Los_Angeles'].map((TZ) =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      env: { ...process.env, TZ, NODE_OPTIONS: '' },
    }),
  );
  expect(new Set([...made, calendarFile(entries)]).size).toBe(1);
});
