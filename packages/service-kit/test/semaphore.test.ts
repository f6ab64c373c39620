import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { KeyedSemaphore, Semaphore } from '../src/program/semaphore.ts';
import { loopTurns } from '../src/testing/until.ts';

/** Longer than any test takes. */
const PATIENT_MS = 600_000;

describe('slots', () => {
  test('when many pieces of work come, then never more than the slots run at once, in order, and all of them run', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 30 }),
        async (size, lengths) => {
          const slots = new Semaphore(size, PATIENT_MS);
          const started: number[] = [];
          let running = 0;
          let most = 0;
          await Promise.all(
            lengths.map((length, index) =>
              slots.run(async () => {
                started.push(index);
                running += 1;
                most = Math.max(most, running);
                await loopTurns(length);
                running -= 1;
              }),
            ),
          );
          expect(most).toBeLessThanOrEqual(size);
          expect(started).toEqual(lengths.map((_, index) => index));
          expect(slots.idle).toBe(true);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  test('when the wait is too long, then it is 503 with Retry-After, and the slot is not lost', async () => {
    const slots = new Semaphore(1, 20);
    const { release } = await slots.acquire();
    await expect(slots.run(async () => 'late')).rejects.toMatchObject({
      statusCode: 503,
      headers: { 'retry-after': '2' },
    });
    release();
    release();
    expect(slots.idle).toBe(true);
    await expect(slots.run(async () => 'served')).resolves.toBe('served');
  });

  test('when work fails, then its slot is free again; other keys never wait', async () => {
    const keyed = new KeyedSemaphore();
    await expect(keyed.run('a', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const order: string[] = [];
    await Promise.all([
      keyed.run('a', async () => {
        await loopTurns();
        order.push('a1');
      }),
      keyed.run('a', async () => void order.push('a2')),
      keyed.run('b', async () => void order.push('b')),
    ]);
    expect(order).toEqual(['b', 'a1', 'a2']);
  });
});
