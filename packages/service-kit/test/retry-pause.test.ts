import { pauseAfter } from '../src/events/retry-pause.ts';

test('when a job fails again and again, then its pause doubles and ends at five minutes', () => {
  const pauses = [1, 2, 3, 10, 11, 20, 2000].map((attempts) => pauseAfter(attempts, () => 0));
  expect(pauses).toEqual([500, 1000, 2000, 256_000, 300_000, 300_000, 300_000]);
  expect(pauseAfter(1, () => 1)).toBe(350);
  expect(pauseAfter(20, () => 1)).toBe(210_000);
});
