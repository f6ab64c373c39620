import { dueText } from './invoice-parts.tsx';

test.each([
  ['2026-12-10', '2026-12-07', '3 hari lagi'],
  ['2026-12-10', '2026-12-10', 'hari ini'],
  ['2026-12-10', '2027-01-01', 'terlambat 22 hari'],
  ['2026-12-10', '2026-10-26', '45 hari lagi'],
  ['2026-12-10', '2026-08-10', '4 bulan lagi'],
])('when %s is due and it is %s, then the words are "%s"', (due, today, words) => {
  expect(dueText(due, today)).toBe(words);
});
