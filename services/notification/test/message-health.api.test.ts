import type { MessageHealth } from '@gerbang/contracts/operations';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { addDays } from '@gerbang/domain/reports';
import { type Caller, scriptedProvider, silentBus, startWorker } from './harness.ts';

describe('how messages and the backup do', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let it: Caller;
  beforeAll(async () => {
    worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
    it = await worker.account('it', 'Rudi');
  });
  afterAll(() => worker.stop());
  beforeEach(async () => {
    await worker.knex('notifications').delete();
    await worker.knex('backup_runs').delete();
  });

  const read = async () => (await worker.call('O01', it)).json() as MessageHealth;
  const today = jakartaDay(new Date());
  const noon = (day: string) => `${day}T05:00:00.000Z`;
  async function made(values: object): Promise<void> {
    const id = await worker.ask();
    await worker.knex('notifications').where({ id }).update(values);
  }

  test('when nothing failed and there was no backup, then the numbers are 0 and the backup is null', async () => {
    expect(await read()).toEqual({
      failed: { since: addDays(today, -6), count: 0, days: [0, 0, 0, 0, 0, 0, 0] },
      due: { count: 0, oldest_at: null },
      backup_at: null,
      backup_late_at: null,
    });
  });

  test('when messages failed, then they stand at their day of Jakarta, and the number is that of the list', async () => {
    await made({ status: 'failed', created_at: noon(today) });
    // The first minute of the first day in Jakarta, and the last one before it.
    await made({ status: 'failed', created_at: `${addDays(today, -7)}T17:00:00.000Z` });
    await made({ status: 'failed', created_at: `${addDays(today, -7)}T16:59:59.000Z` });
    await made({ status: 'sent', created_at: noon(today) });
    const { failed } = await read();
    expect(failed).toEqual({ since: addDays(today, -6), count: 2, days: [1, 0, 0, 0, 0, 0, 1] });
    const list = await worker.call('W01', it, { query: `limit=5&status=failed&from=${failed.since}` });
    expect(list.headers['x-total-count']).toBe('2');
  });

  test('when messages are late and a backup was made, then the oldest and the last one are told', async () => {
    const late = new Date(Date.now() - 3_600_000).toISOString();
    await made({ status: 'retry', next_attempt_at: late });
    await made({ status: 'pending', next_attempt_at: new Date(Date.now() + 3_600_000) });
    await worker.knex('backup_runs').insert([{ finished_at: noon('2026-11-20') }, { finished_at: late }]);
    expect(await read()).toMatchObject({ due: { count: 1, oldest_at: late }, backup_at: late });
  });

  test.each([
    ['each quarter of an hour', 900, 45],
    ['a day, which no run notes', null, 26 * 60],
    ['half a day, about which the alerts wait as for a day', 12 * 3600, 26 * 60],
  ])(
    'when backups run %s, then the next is late as the alerts say',
    async (_name, every_seconds, minutes) => {
      await worker.knex('backup_runs').delete();
      const finished_at = new Date(Date.now() - 60_000).toISOString();
      await worker.knex('backup_runs').insert([{ finished_at, every_seconds }]);
      const lateAt = new Date(Date.parse(finished_at) + minutes * 60_000).toISOString();
      expect(await read()).toMatchObject({ backup_at: finished_at, backup_late_at: lateAt });
    },
  );
});
