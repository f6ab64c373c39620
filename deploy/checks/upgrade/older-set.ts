import { join } from 'node:path';
import type { ProgramName } from '@gerbang/local/program-parts';
import { projectRoot } from '@gerbang/local/paths';
import { choosePorts, type Ports } from '@gerbang/local/ports';
import { createSupervisor, waitForReady } from '@gerbang/local/supervisor';
import { openProxy } from '@gerbang/service-kit/testing/tcp-proxy';
import type { World } from '../faults/world.ts';
import { WIDE_LIMITS } from '../kit/own-stack.ts';
import { type OlderRelease, programsOf } from './older-release.ts';

export const SERVICES = ['auth', 'admission', 'announcement', 'billing', 'notification'] as const;
type ServiceName = (typeof SERVICES)[number];
const READY_MS = 120_000;

/**
 * Starts every program of an older release on the databases and the queue of a running world. The older programs reach
 * services over lines, which lead to the older ones until `moveTo` leads one to today's.
 */
export async function startOlderSet(world: World, release: OlderRelease) {
  const { stack, redis, lines } = world;
  const { simulator, simulatorMail } = stack.ports;
  const ports: Ports = { ...(await choosePorts()), simulator, simulatorMail };
  const targets = Object.fromEntries(SERVICES.map((name) => [name, ports[name]])) as Record<
    ServiceName,
    number
  >;
  const proxies = await Promise.all(SERVICES.map((name) => openProxy(() => targets[name])));
  const at = (name: ServiceName) => `http://127.0.0.1:${proxies[SERVICES.indexOf(name)]?.port}`;
  const upstream = Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, at(name)]));
  const extra = {
    ...WIDE_LIMITS,
    // Its front ends are not built: the load needs none.
    gateway: { ...WIDE_LIMITS.gateway, ...upstream, STATIC_DIR: join(projectRoot, 'frontends') },
    admission: { ...WIDE_LIMITS.admission, AUTH_URL: at('auth'), BILLING_URL: at('billing') },
    announcement: { AUTH_URL: at('auth'), ADMISSION_URL: at('admission') },
    billing: { ADMISSION_URL: at('admission'), AUTH_URL: at('auth') },
  };
  const { secrets, databaseUrls: databases, dataDir } = stack;
  const input = { secrets, ports, databases, dataDir, extra, ...(redis && { redisUrl: redis.url }) };
  const supervisor = createSupervisor({
    logDir: join(stack.logDir, 'older'),
    say: (line) => lines.push(`older ${line}`),
    gaveUp: (name) => lines.push(`older ${name} stays down`),
  });
  const all = await programsOf(release, input);
  const url = `http://localhost:${ports.gateway}`;
  const start = (name: ProgramName) => {
    const program = all.find((one) => one.name === name);
    if (!program) throw new Error(`${release.name} has no ${name}`);
    supervisor.start(program);
  };
  const ready = (port: number) => waitForReady(`http://127.0.0.1:${port}/readyz`, READY_MS, () => null);
  const stop = async () => {
    await supervisor.stopAll([['gateway'], [...SERVICES]]);
    await Promise.all(proxies.map((proxy) => proxy.close()));
  };
  try {
    for (const name of [...SERVICES, 'gateway'] as const) start(name);
    await ready(ports.gateway);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    /** Address of the older gateway. */
    url,
    /** Leads the older programs to the service of this release. */
    moveTo(which: 'older' | 'today', name: ServiceName): void {
      targets[name] = which === 'older' ? ports[name] : stack.ports[name];
    },
    stopProgram: (name: ServiceName | 'gateway') => supervisor.stop(name),
    async startAgain(name: ServiceName | 'gateway'): Promise<void> {
      await supervisor.restart(name);
      await ready(ports[name]);
    },
    stop,
  };
}
