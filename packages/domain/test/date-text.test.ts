import { daysText } from '../src/date-text.ts';

describe('the days from one to another', () => {
  test.each([
    ['2027-03-03', '2027-03-05', '3–5 Maret'],
    ['2027-03-03', '2027-03-03', '3 Maret'],
    ['2027-02-28', '2027-03-02', '28 Februari–2 Maret'],
    ['2026-12-30', '2027-01-02', '30 Desember 2026–2 Januari 2027'],
  ])('when they are %s to %s, then they are %s', (from, to, text) => {
    expect(daysText(from, to)).toBe(text);
  });
});
