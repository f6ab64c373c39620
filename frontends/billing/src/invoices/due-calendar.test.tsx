import { anInvoice, id } from '../../test/samples.ts';
import { dueCalendar, exactAmountOf } from './due-calendar.ts';

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

describe('where the school asks for exact amounts', () => {
  const transfer = (keptUntil: string) => ({
    amount: 'Rp 8.000.137',
    words: 'tepat sampai angka terakhir',
    waits: false,
    exactly: true,
    keptUntil: new Date(keptUntil),
  });
  const exact = (next: string, kept = '2026-12-31T12:00:00Z') =>
    dueCalendar(
      [anInvoice({ due_date: '2026-12-31' })],
      'https://portal.example',
      new Date('2026-11-22T01:02:03Z'),
      exactAmountOf(next, transfer(kept)),
    ).replaceAll('\r\n ', '');

  test('when the amount is kept until the invoice is due, then its entry names it with its words', () => {
    expect(exact(id(50))).toContain(
      'SUMMARY:Tahap 1 Aisyah Putri: Rp 8.000.137 (tepat sampai angka terakhir)\r\n',
    );
  });

  test.each([
    ['it is another invoice’s', id(51), undefined],
    ['it is free before the invoice is due', id(50), '2026-12-30T12:00:00Z'],
  ])('when %s, then the entry names none, and says where it stands', (_what, next, kept) => {
    const text = exact(next, kept);
    expect(text).toContain('SUMMARY:Tahap 1 Aisyah Putri\r\n');
    expect(text).toContain(
      String.raw`DESCRIPTION:Jumlah transfernya\, tepat sampai angka terakhir\, ada di halaman pembayaran.`,
    );
    expect(text).not.toContain('Rp');
  });
});
