import {
  backoffSeconds,
  MAX_TRIES,
  recipientWaitSeconds,
  VERDICTS,
  verdictOf,
} from '../src/delivery/error-table.ts';
import { type startWorker, useWorker } from './harness.ts';

interface Expected {
  readonly status: 'retry' | 'failed';
  /** Seconds until the next try, at least and at most. */
  readonly wait?: readonly [number, number];
  readonly stop?: string;
  readonly counted?: boolean;
  readonly alarm?: boolean;
}

const STOPPED = [290, 310] as const;
const temporary: Expected = { status: 'retry', wait: [3.4, 6.6], counted: true };
const rate: Expected = { status: 'retry', wait: [4.5, 8], stop: 'all', counted: false };
const stopAll: Expected = { status: 'retry', wait: STOPPED, stop: 'all', counted: false, alarm: true };
const failed: Expected = { status: 'failed' };
const badTemplate: Expected = { status: 'failed', stop: 'template:password_changed', alarm: true };
const hold: Expected = {
  status: 'retry',
  wait: STOPPED,
  stop: 'template:password_changed',
  counted: false,
  alarm: true,
};

const TABLE: readonly (readonly [number, Expected])[] = [
  ...[1, 2, 131000, 131016, 131057].map((code) => [code, temporary] as const),
  ...[4, 80007, 130429].map((code) => [code, rate] as const),
  [131056, { status: 'retry', wait: [3, 5], counted: true }],
  [131048, { status: 'retry', wait: [3.4, 6.6], stop: 'bulk', counted: true, alarm: true }],
  [131049, { status: 'retry', wait: [86_000, 86_800], counted: true }],
  ...[131026, 131050, 130472].map((code) => [code, failed] as const),
  [131047, { ...failed, alarm: true }],
  ...[100, 131008, 131009, 132005, 132012].map((code) => [code, badTemplate] as const),
  ...[132000, 132001, 132007, 132015, 132016].map((code) => [code, hold] as const),
  ...[0, 3, 10, 190, 200, 250, 299, 368, 130497, 131031, 131042, 133010].map(
    (code) => [code, stopAll] as const,
  ),
  [999999, { ...failed, alarm: true }],
];

describe('the error table', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;

  const { added, sends, script } = useWorker((started) => void (worker = started));

  const moment = async () => (await worker.knex.raw('select now()::text as now')).rows[0].now as string;
  /** The seconds between a moment and the next try. */
  const waitFrom = async (from: string, id: string) => {
    const { rows } = await worker.knex.raw(
      'select extract(epoch from next_attempt_at - ?::timestamptz)::float8 as seconds from notifications where id = ?',
      [from, id],
    );
    return rows[0].seconds as number;
  };

  test.each(TABLE)(
    'when the provider answers code %i, then the row and the queue end as the table says',
    async (code, expected) => {
      const id = await worker.ask();
      script.push({ is: 'refused', code, httpStatus: 400 });
      const before = await moment();
      await worker.service.deliver(id);
      const after = await moment();
      const row = await worker.row(id);
      expect({ status: row.status, code: row.error_code }).toEqual({ status: expected.status, code });
      if (expected.wait) {
        // The wait began between the two moments, however long the machine took for it.
        expect(await waitFrom(before, id)).toBeGreaterThanOrEqual(expected.wait[0]);
        expect(await waitFrom(after, id)).toBeLessThanOrEqual(expected.wait[1]);
        expect(row.tries).toBe(expected.counted ? 1 : 0);
        expect(added).toHaveLength(1);
        expect(added[0]?.jobId).toBe(`n-${id}-1`);
      }
      const stops = await worker.knex('send_stops').pluck('scope');
      expect(stops).toEqual(expected.stop ? [expected.stop] : []);
      expect(worker.logs.some((line) => line.includes('"alarm"'))).toBe(expected.alarm ?? false);
      expect(sends).toHaveLength(1);
    },
  );

  test('when the table is read, then every code of it is held by a case above', () => {
    const cases = new Set(TABLE.map(([code]) => code));
    expect([...VERDICTS.keys()].filter((code) => !cases.has(code))).toEqual([]);
  });

  test('when an error has no code, then its HTTP status decides', () => {
    expect(verdictOf(null, 500).do).toBe('retry');
    expect(verdictOf(null, 429).do).toBe('rate-limit');
    expect(verdictOf(null, 401).do).toBe('stop-all');
    expect(verdictOf(null, 418).do).toBe('fail');
    expect(verdictOf(424242, 503).do).toBe('retry');
  });

  test('when nothing could be sent, then it is tried again and counted', async () => {
    const id = await worker.ask();
    script.push({ is: 'not-sent' });
    await worker.service.deliver(id);
    expect(await worker.row(id)).toMatchObject({ status: 'retry', reason: 'network', tries: 1 });
  });

  test('when a message fails temporarily each time, then it is tried 8 times with growing pauses and fails', async () => {
    const id = await worker.ask();
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      script.push({ is: 'refused', code: 131000, httpStatus: 500 });
      await worker.pass(id);
      await worker.service.deliver(id);
    }
    expect(await worker.row(id)).toMatchObject({ status: 'failed', error_code: 131000 });
    await worker.pass(id);
    await worker.service.deliver(id);
    expect(sends).toHaveLength(MAX_TRIES);
    expect([1, 2, 3, 4, 5, 6, 7].map((tries) => backoffSeconds(tries, () => 0.5))).toEqual([
      5, 30, 120, 480, 1800, 7200, 7200,
    ]);
    expect(backoffSeconds(1, () => 0)).toBeCloseTo(3.5);
    expect(backoffSeconds(1, () => 1)).toBeCloseTo(6.5);
  });

  test('when a message is older than a day, then a temporary error ends it', async () => {
    const id = await worker.ask();
    await worker
      .knex('notifications')
      .where({ id })
      .update({ created_at: worker.knex.raw(`now() - interval '24 hours'`) });
    script.push({ is: 'refused', code: 131000, httpStatus: 500 });
    await worker.service.deliver(id);
    expect((await worker.row(id)).status).toBe('failed');
  });

  test('when Meta chose not to deliver a second time, then the message fails', async () => {
    const id = await worker.ask();
    script.push(
      { is: 'refused', code: 131049, httpStatus: 400 },
      { is: 'refused', code: 131049, httpStatus: 400 },
    );
    await worker.service.deliver(id);
    await worker.pass(id);
    await worker.service.deliver(id);
    expect((await worker.row(id)).status).toBe('failed');
  });

  test('when one recipient is written to too fast, then only that recipient waits, longer each time', async () => {
    const slow = await worker.ask();
    const alsoSlow = await worker.ask();
    const other = await worker.ask({ to: '+6281299999999' });
    script.push({ is: 'refused', code: 131056, httpStatus: 400 });
    await worker.service.deliver(slow);
    await worker.service.deliver(alsoSlow);
    await worker.service.deliver(other);
    expect((await worker.row(alsoSlow)).status).toBe('pending');
    expect((await worker.row(other)).status).toBe('sent');
    expect([1, 2, 3, 9].map(recipientWaitSeconds)).toEqual([4, 16, 64, 4096]);
  });

  test('when the number is under suspicion, then bulk stops and codes go on', async () => {
    const bulk = await worker.ask({ priority: 'bulk' });
    script.push({ is: 'refused', code: 131048, httpStatus: 400 });
    await worker.service.deliver(bulk);
    const second = await worker.ask({ priority: 'bulk' });
    const code = await worker.ask({ kind: 'reset_code', priority: 'code', params: { code: '123456' } });
    await worker.service.deliver(second);
    await worker.service.deliver(code);
    expect((await worker.row(bulk)).status).toBe('retry');
    expect((await worker.row(second)).status).toBe('pending');
    expect((await worker.row(code)).status).toBe('sent');
  });

  test('when access is refused, then no other message is tried, one alarm is raised, and a restart tries again', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => worker.ask()));
    script.push({ is: 'refused', code: 190, httpStatus: 401 });
    for (const id of ids) await worker.service.deliver(id);
    expect(sends).toHaveLength(1);
    expect(worker.logs.filter((line) => line.includes('"alarm"'))).toHaveLength(1);
    for (const id of ids) await worker.pass(id);
    for (const id of ids) await worker.service.deliver(id);
    expect(await worker.knex('notifications').whereIn('id', ids).pluck('status')).toEqual([
      'sent',
      'sent',
      'sent',
    ]);
  });
});
