import fc from 'fast-check';
import { inParts, runs, tryAll } from '../src/testing/runs.ts';

test('when a property fails, then it names its seed and the command that tries the same inputs again', () => {
  const failing = () =>
    fc.assert(
      fc.property(fc.integer(), () => false),
      { numRuns: runs(1), seed: 7 },
    );
  expect(failing).toThrow(
    /seed: 7[^]*PROPERTY_SEED=7 (?:PROPERTY_RUNS=\w+ )?npm run test:one -- packages\/domain\/test\/runs\.test\.ts$/u,
  );
});

test('when a list is tried in parts, then every part is some of it in order, with what must always be there', () => {
  const list = Array.from({ length: 20 }, (_none, at) => at);
  const some = inParts(list, { of: 5, always: 7 });
  expect(some).toEqual(some.toSorted((one, other) => one - other));
  expect(some).toContain(7);
  if (tryAll()) expect(some).toEqual(list);
  else expect([4, 5]).toContain(some.length);
});
