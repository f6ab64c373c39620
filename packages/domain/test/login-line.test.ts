import { comeAgainMs } from '../src/login-line.ts';

test('when a client is told how long to wait, then it comes again after half of it, at once when it is soon, and never later than a place counts', () => {
  expect([1, 2, 3, 9, 19, 60, 3600].map(comeAgainMs)).toEqual([100, 100, 1500, 4500, 9500, 10_000, 10_000]);
});
