import { spawn } from 'node:child_process';
import { until } from '../../kit/until.ts';
import { besideStrangers, machineSpeed, ownCpuMs } from '../machine.ts';

const BURN = 'const end = Date.now() + 60000; while (Date.now() < end);';

test('when a child of the run works, then its time is counted as the run’s own, also after its end', async () => {
  const before = ownCpuMs() - process.cpuUsage().user / 1000;
  const others = () => ownCpuMs() - process.cpuUsage().user / 1000 - before;
  const child = spawn(process.execPath, ['-e', BURN]);
  await until('the time of the child', () => others() > 200);
  child.kill('SIGKILL');
  await until('the end of the child', () => child.signalCode !== null);
  expect(others()).toBeGreaterThan(150);
});

test('when work is measured, then its result comes with the cores of other programs', async () => {
  const { result, strangers } = await besideStrangers(async () => machineSpeed());
  expect(result).toBeGreaterThan(0);
  expect(strangers).toBeGreaterThanOrEqual(0);
  expect(strangers).toBeLessThan(1000);
});
