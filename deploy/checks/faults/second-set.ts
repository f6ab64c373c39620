import { join } from 'node:path';
import { programs } from '@gerbang/local/environments';
import { type ProgramName } from '@gerbang/local/program-parts';
import { choosePorts, type Ports } from '@gerbang/local/ports';
import { createSupervisor, waitForReady } from '@gerbang/local/supervisor';
import { WIDE_LIMITS } from '../kit/own-stack.ts';
import type { World } from './world.ts';

const TWICE = ['gateway', 'admission', 'billing', 'notification'] as const satisfies readonly ProgramName[];
const READY_MS = 120_000;

/**
 * Starts a second gateway, admission, billing and notification, or the given programs, on the databases of a running world,
 * and on its queue or another Redis.
 */
export async function startSecond<N extends ProgramName = (typeof TWICE)[number]>(
  { stack, redis, lines }: World,
  {
    names = TWICE as readonly ProgramName[] as readonly N[],
    redisUrl = redis?.url,
  }: { readonly names?: readonly N[]; readonly redisUrl?: string | undefined } = {},
) {
  const isOwn = (port: string) => names.some((name) => port === name || port === `${name}Metrics`);
  const own = Object.entries(await choosePorts()).filter(([port]) => isOwn(port));
  const ports: Ports = { ...stack.ports, ...Object.fromEntries(own) };
  const all = programs({
    secrets: stack.secrets,
    ports,
    databases: stack.databaseUrls,
    dataDir: stack.dataDir,
    ...(redisUrl !== undefined && { redisUrl }),
    // The load of all people comes from one address, and many messages go to each of them.
    extra: WIDE_LIMITS,
  });
  const supervisor = createSupervisor({
    logDir: join(stack.logDir, 'second'),
    say: (line) => lines.push(`second ${line}`),
    gaveUp: (name) => lines.push(`second ${name} stays down`),
  });
  const url = `http://localhost:${ports.gateway}`;
  const stop = () => supervisor.stopAll([['gateway'], [...names]]);
  for (const program of all.filter(({ name }) => names.some((one) => one === name)))
    supervisor.start(program);
  const ready = (address: string) => waitForReady(`${address}/readyz`, READY_MS, () => null);
  try {
    await ready(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    names,
    ready: (name: N) => ready(`http://127.0.0.1:${ports[name]}`),
    restart: (name: string) => supervisor.restart(name),
    stop,
  };
}
