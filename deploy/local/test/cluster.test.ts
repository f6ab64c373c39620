import { openCluster } from '../src/cluster.ts';
import type { RunningPostgres } from '../src/postgres.ts';
import { until } from '@gerbang/service-kit/testing/until';

test('when PostgreSQL ended and does not start for long, as on a full disk, then it is back once it can', async () => {
  const lines: string[] = [];
  let starts = 0;
  const as = (pid: number): RunningPostgres => ({
    url: '',
    port: 1,
    pid,
    reused: false,
    dataDir: '',
    stop: async () => undefined,
  });
  const start = async () => {
    starts += 1;
    // No process has this number.
    if (starts === 1) return as(2 ** 22 + 1);
    if (starts < 30) throw new Error('No space left on device');
    return as(process.pid);
  };
  const options = { dataDir: '', logDir: '', password: '', say: (line: string) => void lines.push(line) };
  const cluster = await openCluster(options, start, 1);
  await until(() => cluster.pid() === process.pid);
  expect(lines).toEqual(['[postgres] ended, starting it again', '[postgres] No space left on device']);
  await cluster.stop();
});
