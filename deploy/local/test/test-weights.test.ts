import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { shareOut } from '../src/test-weights.ts';

const files = fc
  .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/u), fc.integer({ min: 0, max: 60 })), {
    selector: ([path]) => path,
    maxLength: 60,
  })
  .map((all) => all.map(([path, seconds]) => ({ path, seconds })));

test('when files are shared out, then each is in one part, the parts differ by no more than one file, in any order', () => {
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 9 }), fc.infiniteStream(fc.nat()), (all, count, numbers) => {
      const parts = shareOut(all, count);
      expect(parts).toHaveLength(count);
      expect(parts.flat().toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
        all.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      );
      const sums = parts.map((part) => part.reduce((sum, { seconds }) => sum + seconds, 0));
      const heaviest = Math.max(0, ...all.map(({ seconds }) => seconds));
      expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(heaviest);
      const shuffled = all
        .map((file) => ({ file, at: numbers.next().value as number }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ file }) => file);
      expect(shareOut(shuffled, count)).toEqual(parts);
    }),
    { numRuns: runs(500) },
  );
});
