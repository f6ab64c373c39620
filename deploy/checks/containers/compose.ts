import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from '../kit/until.ts';

const run = promisify(execFile);
const COMMAND_MS = 120_000;
const BACK_MS = 180_000;

/** `docker compose` in this folder, with its `.env`; returns what it prints, throws where it fails. */
export async function compose(...args: string[]): Promise<string> {
  return (await run('docker', ['compose', ...args], { timeout: COMMAND_MS })).stdout;
}

/** A shell command in the container of a service. */
export const inside = (service: string, command: string): Promise<string> =>
  compose('exec', '-T', service, 'sh', '-c', command);

/** Sends a signal to the program of a container, the only child of its init: a container that ends so is started again. */
export const signal = (service: string, name: 'STOP' | 'KILL' | 'USR1'): Promise<string> =>
  inside(service, `kill -${name} $(cat /proc/1/task/1/children)`);

/** When the container of a service was started, and whether it is healthy. */
export async function stateOf(service: string): Promise<{ startedAt: string; isHealthy: boolean }> {
  const id = (await compose('ps', '--all', '--quiet', service)).trim();
  const format = '{{.State.StartedAt}} {{.State.Health.Status}}';
  const { stdout } = await run('docker', ['inspect', '--format', format, id], { timeout: COMMAND_MS });
  const [startedAt = '', health] = stdout.trim().split(' ');
  return { startedAt, isHealthy: health === 'healthy' };
}

/** Waits until the container that was started at this time has been started again and is healthy. */
export const startedAgain = (service: string, startedAt: string): Promise<boolean> =>
  until(
    `${service}, started again and healthy`,
    async () => {
      const now = await stateOf(service);
      return now.isHealthy && now.startedAt !== startedAt;
    },
    { limitMs: BACK_MS, pauseMs: 500 },
  );

/** Waits until the container of a service is healthy. */
export const healthy = (service: string): Promise<boolean> =>
  until(`${service}, healthy`, async () => (await stateOf(service)).isHealthy, {
    limitMs: BACK_MS,
    pauseMs: 500,
  });
