import { join } from 'node:path';
import { type ProgramName, programs } from '@gerbang/local/environments';
import { choosePorts } from '@gerbang/local/ports';
import { createSupervisor, waitForReady } from '@gerbang/local/supervisor';
import type { World } from './world.ts';

const TWICE = ['gateway', 'admission', 'billing', 'notification'] as const satisfies readonly ProgramName[];
const READY_MS = 120_000;

/** A second gateway, admission, billing and notification on the databases and the queue of a world that runs. */
export async function startSecond({ stack, redis, lines }: World) {
  const { auth, announcement, simulator } = stack.ports;
  const ports = { ...(await choosePorts()), auth, announcement, simulator };
  const all = programs({
    secrets: stack.secrets,
    ports,
    databases: stack.databaseUrls,
    dataDir: stack.dataDir,
    ...(redis && { redisUrl: redis.url }),
    extra: { gateway: { REQUESTS_PER_MINUTE: '100000' } },
  });
  const supervisor = createSupervisor({
    logDir: join(stack.logDir, 'second'),
    say: (line) => lines.push(`second ${line}`),
    gaveUp: (name) => lines.push(`second ${name} stays down`),
  });
  const url = `http://localhost:${ports.gateway}`;
  const stop = () => supervisor.stopAll([['gateway'], [...TWICE]]);
  for (const name of TWICE) {
    const program = all.find((one) => one.name === name);
    if (program) supervisor.start(program);
  }
  try {
    await waitForReady(`${url}/readyz`, READY_MS, () => null);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    names: TWICE,
    ready: (name: (typeof TWICE)[number]) =>
      waitForReady(`http://127.0.0.1:${ports[name]}/readyz`, READY_MS, () => null),
    restart: (name: string) => supervisor.restart(name),
    kill: (name: string, signal: NodeJS.Signals) => supervisor.kill(name, signal),
    stop,
  };
}
