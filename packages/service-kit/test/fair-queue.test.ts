import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { FairQueue, type FairQueueOptions } from '../src/program/fair-queue.ts';

/** A queue whose work ends when the test says so. */
function openQueue(options: FairQueueOptions = {}) {
  const queue = new FairQueue({ longestWaitMs: 60_000, ...options });
  const started: string[] = [];
  const running: (() => void)[] = [];
  let most = 0;
  return {
    queue,
    started,
    get most() {
      return most;
    },
    send: (key: string, name = key) =>
      queue.run(key, () => {
        started.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        running.push(resolve);
        most = Math.max(most, running.length);
        return promise;
      }),
    /** Ends the oldest running piece of work, and lets the next begin. */
    async end() {
      await new Promise(setImmediate);
      running.shift()?.();
      await new Promise(setImmediate);
    },
    async endAll() {
      do await this.end();
      while (running.length > 0);
    },
  };
}

const settled = (promises: readonly Promise<unknown>[]) => Promise.allSettled(promises);

describe('a fair queue', () => {
  test('when a key sends many, then the first ones of other keys come before its second', async () => {
    const world = openQueue();
    const sent = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => world.send(name[0] ?? '', name));
    await world.endAll();
    await settled(sent);
    expect(world.started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('when a key comes late, then it waits behind the running work alone', async () => {
    const world = openQueue();
    const sent = ['a1', 'a2', 'a3', 'a4'].map((name) => world.send('a', name));
    await world.end();
    await world.end();
    sent.push(world.send('b', 'b1'));
    await world.endAll();
    await settled(sent);
    expect(world.started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
  });

  test('when one key fills the queue, then another is taken and its last one gets 503 with Retry-After', async () => {
    const world = openQueue({ longestQueue: 2 });
    const sent = ['a1', 'a2', 'a3'].map((name) => world.send('a', name));
    sent.push(world.send('b', 'b1'));
    const ended = settled(sent);
    await world.endAll();
    expect((await ended)[2]).toMatchObject({
      status: 'rejected',
      reason: { statusCode: 503, headers: { 'retry-after': '2' } },
    });
    expect(world.started).toEqual(['a1', 'b1', 'a2']);
  });

  test('when a key has its share in the queue, then a further one gets 503 at once, and others do not', async () => {
    const world = openQueue({ longestPerKey: 2 });
    const sent = [world.send('a', 'a1'), world.send('a', 'a2'), world.send('b', 'b1')];
    await expect(world.send('a', 'a3')).rejects.toMatchObject({
      statusCode: 503,
      message: 'Permintaan Anda yang sebelumnya masih diproses. Tunggu sebentar lalu coba lagi.',
    });
    await world.endAll();
    await settled(sent);
    sent.push(world.send('a', 'a4'));
    await world.end();
    await settled(sent);
    expect(world.started).toEqual(['a1', 'b1', 'a2', 'a4']);
  });

  test('when a turn does not come in time, then 503, and the queue goes on', async () => {
    const world = openQueue({ longestWaitMs: 1 });
    const first = world.send('a', 'a1');
    await expect(world.send('b', 'b1')).rejects.toMatchObject({ statusCode: 503 });
    expect(world.queue.waiting).toBe(0);
    await world.end();
    await first;
    await expect(world.queue.run('a', async () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    await expect(world.queue.run('a', async () => 'served')).resolves.toBe('served');
  });

  test('whatever is sent, all of it runs once, each key in its order, never more at once than the size, and a key waits for at most one of each other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant('end')), { maxLength: 40 }),
        async (size, steps) => {
          const world = openQueue({ size, longestQueue: 100 });
          const sent: Promise<unknown>[] = [];
          const names: string[] = [];
          const startedAt = new Map<string, number>();
          for (const step of steps) {
            if (step === 'end') {
              await world.end();
              continue;
            }
            const name = `${step}${names.length}`;
            names.push(name);
            const idle = names.filter((one) => one.startsWith(step)).every((one) => one === name);
            if (idle) startedAt.set(name, world.started.length);
            sent.push(world.send(step, name));
          }
          await world.endAll();
          expect((await settled(sent)).every(({ status }) => status === 'fulfilled')).toBe(true);
          expect(world.started.toSorted()).toEqual(names.toSorted());
          expect(world.most).toBeLessThanOrEqual(size);
          for (const key of ['a', 'b', 'c', 'd'])
            expect(world.started.filter((name) => name.startsWith(key))).toEqual(
              names.filter((name) => name.startsWith(key)),
            );
          for (const [name, from] of startedAt) {
            const before = world.started.slice(from, world.started.indexOf(name)).map((one) => one[0]);
            expect(before.length - new Set(before).size).toBeLessThan(size);
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
