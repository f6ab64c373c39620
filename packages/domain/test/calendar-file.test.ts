import { runs } from '../src/testing/runs.ts';
import fc from 'fast-check';
import { calendarFile, type CalendarDay } from '../src/calendar-file.ts';

const entry = (changes: Partial<CalendarDay> = {}): CalendarDay => ({
  uid: 'a@b',
  sequence: 0,
  changedAt: new Date('2026-11-22T01:02:03Z'),
  title: 'Uang pangkal',
  day: '2026-12-31',
  note: null,
  url: 'https://portal.example/',
  alarm: { text: 'Besok', before: 'PT16H' },
  ...changes,
});

/** The lines of a calendar file, unfolded. */
const linesOf = (...entries: CalendarDay[]) =>
  calendarFile(entries).replace(/\r\n /gu, '').split('\r\n').slice(0, -1);

test('when entries are whole days, then each ends where the next day begins, and no zone is named', () => {
  const lines = linesOf(entry(), entry({ uid: 'c@d', day: '2028-02-28' }));
  expect(lines.filter((line) => line.startsWith('DT') && !line.startsWith('DTSTAMP'))).toEqual([
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'DTSTART;VALUE=DATE:20280228',
    'DTEND;VALUE=DATE:20280229',
  ]);
  expect(lines.join('\n')).toMatch(
    /BEGIN:VALARM\n.*\nDESCRIPTION:Besok\nTRIGGER:-PT16H\nEND:VALARM\nEND:VEVENT/u,
  );
  expect(lines.some((line) => line.includes('TZID'))).toBe(false);
});

test('when texts are any, then every line is short and whole, and the texts can be read back', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 300 });
  fc.assert(
    fc.property(anyText, anyText.filter(Boolean), (title, note) => {
      const file = calendarFile([entry({ title, note })]);
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/u);
      }
      const lines = linesOf(entry({ title, note }));
      const read = (name: string) =>
        (lines.find((line) => line.startsWith(`${name}:`)) ?? '')
          .slice(name.length + 1)
          .replace(/\\(.)/gu, (_all, sign: string) => (sign === 'n' ? '\n' : sign));
      const kept = (text: string) => text.replace(/\r\n?/gu, '\n').replace(/(?!\n)\p{Cc}/gu, '');
      expect(['SUMMARY', 'DESCRIPTION'].map(read)).toEqual([title, note].map(kept));
    }),
    { numRuns: runs(300, { plain: 100 }) },
  );
});
