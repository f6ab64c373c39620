import { createMetrics } from '@gerbang/service-kit/program/metrics';
import { watchFigures } from '../src/figures.repository.ts';
import { scriptedProvider, silentBus, startWorker } from './harness.ts';

describe('how often backups are to run', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  beforeAll(async () => {
    worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
  });
  afterAll(() => worker.stop());
  beforeEach(() => worker.knex('backup_runs').delete());

  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

  test.each([
    ['no backup was made', [], 86_400],
    ['backups are made by hand', [{ finished_at: ago(1) }], 86_400],
    [
      'a schedule runs and one was made by hand',
      [{ finished_at: ago(2), every_seconds: 900 }, { finished_at: ago(1) }],
      900,
    ],
    [
      'a schedule was turned off days ago',
      [{ finished_at: ago(49), every_seconds: 900 }, { finished_at: ago(1) }],
      86_400,
    ],
  ] as const)('when %s, then the figure says so', async (_how, rows, seconds) => {
    if (rows.length > 0) await worker.knex('backup_runs').insert([...rows]);
    const metrics = createMetrics('notification');
    watchFigures(metrics, { knex: worker.knex } as never);
    expect(await metrics.text()).toMatch(
      new RegExp(`\nbackup_every_seconds(?:\\{[^}]*\\})? ${seconds}\n`, 'u'),
    );
  });
});
