import { createBus } from '../src/events/bus.ts';
import { createLogger } from '../src/program/logger.ts';
import { testDatabase } from '../src/testing/databases.ts';
import { expectOldClockJobsRun } from './clock-story.ts';
import { until } from '../src/testing/until.ts';

describe('queue on PostgreSQL and a clock that was set back', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  beforeEach(async () => {
    own = await testDatabase('queue');
  });
  afterEach(() => own.drop());

  test.each([false, true])(
    'when jobs were delayed or given up by a time to come (worker started anew: %s), then they are worked now',
    (restarted) => expectOldClockJobsRun({ queueDatabaseUrl: own.url }, restarted),
  );

  test('when a worker died whose locks end in a month, then another takes its job now', async () => {
    const bus = createBus({ queueDatabaseUrl: own.url }, createLogger('test', 'silent'));
    try {
      await bus.add('gateway', { id: 'a', type: 'x', version: 1, sealed: '' });
      const month = Date.now() + 30 * 24 * 3_600_000;
      await own.knex('bullmq.job').update({ state: 'active', lock_token: 'dead', locked_until_ms: month });
      await own
        .knex('bullmq.meta')
        .insert({ queue: 'gateway', field: 'stalled-check', value: String(month) });
      const done: string[] = [];
      bus.worker('gateway', async ({ id }) => void done.push(id));
      await until(() => done.length > 0);
      expect(done).toEqual(['a']);
    } finally {
      await bus.close();
    }
  });
});
