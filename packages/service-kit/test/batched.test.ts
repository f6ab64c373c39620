import { batched } from '../src/events/consumers.ts';
import { loopTurns } from '../src/testing/until.ts';

describe('batched', () => {
  test('when many come at once, then the first goes alone and the rest goes together behind it', async () => {
    const batches: number[][] = [];
    const ride = batched<number>(async (items) => {
      batches.push([...items]);
      await loopTurns();
    });
    await Promise.all([1, 2, 3, 4, 5].map(ride));
    await ride(6);
    expect(batches).toEqual([[1], [2, 3, 4, 5], [6]]);
  });

  test('when a batch holds two items at most, then waiting items run two by two, in order', async () => {
    const batches: number[][] = [];
    const ride = batched<number>(async (items) => {
      batches.push([...items]);
      await loopTurns();
    }, 2);
    await Promise.all([1, 2, 3, 4, 5, 6].map(ride));
    expect(batches).toEqual([[1], [2, 3], [4, 5], [6]]);
  });

  test('when one item of a batch fails, then only that item is rejected', async () => {
    const done: number[] = [];
    const ride = batched<number>(async (items) => {
      await loopTurns();
      if (items.includes(13)) throw new Error(`13 of ${items.length}`);
      done.push(...items);
    });
    const outcomes = await Promise.allSettled([1, 2, 13, 4, 13, 6].map(ride));
    expect(
      outcomes.map((one) => (one.status === 'rejected' ? (one.reason as Error).message : 'done')),
    ).toEqual(['done', 'done', '13 of 1', 'done', '13 of 1', 'done']);
    expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 6]);
    await expect(ride(13)).rejects.toThrow('13 of 1');
    await ride(7);
    expect(done).toContain(7);
  });
});
