import { waitForDay } from '../src/day-end.ts';

test.each([
  ['2026-12-31T23:58:29.999+07:00', 0],
  ['2026-12-31T23:58:30.000+07:00', 90_000],
  ['2026-12-31T23:59:59.999+07:00', 1],
  ['2027-01-01T00:00:00.000+07:00', 0],
  ['2027-01-01T00:00:00.000Z', 0],
])('when a test file is to begin at %s, then it waits for %d ms', (moment, wait) => {
  expect(waitForDay(Date.parse(moment))).toBe(wait);
});
