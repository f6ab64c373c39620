import { TextEncoder } from 'node:util';
import { anInvoice, id } from '../../test/samples.ts';
import { dueCalendar } from './due-calendar.ts';

// The browser's own; the document of the tests has none.
Object.assign(globalThis, { TextEncoder });

const made = (changes = {}) =>
  dueCalendar(
    [anInvoice({ due_date: '2026-12-31', ...changes })],
    'https://portal.example',
    new Date('2026-11-22T01:02:03Z'),
  );

test('when due dates are saved, then each is a whole day with amount, link and an alarm on the day before', () => {
  const lines = made().split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      `UID:tagihan-${id(50)}@portal.example`,
      'DTSTAMP:20261122T010203Z',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:Tahap 1 Aisyah Putri: Rp 8.000.000',
      'TRIGGER:-PT16H',
    ]),
  );
  expect(lines.join('').replaceAll(' ', '')).toContain(`/tagihan?bayar=${id(50)}`);
});

test('when a name is long or holds signs of the format, then lines are folded at 75 octets and the signs escaped', () => {
  const text = made({ child_name: 'Ña, '.repeat(40) });
  for (const line of text.split('\r\n'))
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(String.raw`Ña\, Ña\, `);
});
