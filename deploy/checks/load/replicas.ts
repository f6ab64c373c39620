import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { programs } from '@gerbang/local/environments';
import { freePort } from '@gerbang/local/free-port';
import { waitForReady } from '@gerbang/local/supervisor';
import { holdToShare } from './cpu-share.ts';
import type { Bench } from './measurement.ts';

const READY_MS = 60_000;
const SHARE_PORT = pathToFileURL(join(import.meta.dirname, 'share-port.ts')).href;

export interface Replica {
  name: 'gateway' | 'admission';
  pid: number | undefined;
  metricsUrl: string;
}

/** How many of each there are, and to what share of a core each one of some is held. */
export interface Shape {
  gateways: number;
  services: number;
  gatewayShare?: number;
  serviceShare?: number;
}

export interface Replicas {
  url: string;
  all: Replica[];
  /** Holds them to their shares from now on; whether the machine allows it. */
  hold(): boolean;
  stop(): Promise<void>;
}

/** So many processes of admission behind so many of the gateway, beside the running installation and on its data. */
export async function startReplicas(bench: Bench, count: Shape): Promise<Replicas> {
  const [gatewayPort, servicePort] = [await freePort(), await freePort()];
  const children: ChildProcess[] = [];
  const all: Replica[] = [];
  const letGo: (() => Promise<void>)[] = [];
  const start = async (name: Replica['name'], port: number, env: Record<string, string>) => {
    const metricsPort = await freePort();
    const child = spawnProgram(bench, name, {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      ...env,
    });
    children.push(child);
    all.push({ name, pid: child.pid, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` });
  };
  const url = `http://localhost:${gatewayPort}`;
  const stop = async () => {
    await Promise.all(children.map(ended));
    for (const release of letGo) await release();
  };
  const hold = () => {
    let held = true;
    for (const [at, { name }] of all.entries()) {
      const share = name === 'gateway' ? count.gatewayShare : count.serviceShare;
      const pid = children[at]?.pid;
      if (share === undefined || pid === undefined) continue;
      const release = holdToShare(pid, share);
      if (release) letGo.push(release);
      else held = false;
    }
    return held;
  };
  try {
    for (let at = 0; at < count.services; at += 1) await start('admission', servicePort, {});
    for (let at = 0; at < count.gateways; at += 1) {
      const address = `http://127.0.0.1:${servicePort}`;
      const origins = { PUBLIC_ORIGIN: url, ALLOWED_ORIGINS: `${url},http://127.0.0.1:${gatewayPort}` };
      await start('gateway', gatewayPort, { ADMISSION_URL: address, ...origins });
    }
    const gone = () => (children.some(({ exitCode }) => exitCode !== null) ? 'a replica ended' : null);
    // One port answers for all of them: each has to have opened its own metrics.
    for (const { metricsUrl } of all) await waitForReady(metricsUrl, READY_MS, gone);
    await waitForReady(`http://127.0.0.1:${gatewayPort}/readyz`, READY_MS, gone);
    return { url, all, hold, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function spawnProgram(bench: Bench, name: Replica['name'], env: Record<string, string>): ChildProcess {
  const { secrets, ports, databaseUrls, dataDir } = bench.stack();
  const { redisUrl } = bench;
  const input = { secrets, ports, databases: databaseUrls, dataDir, ...(redisUrl && { redisUrl }) };
  const program = programs(input).find((one) => one.name === name);
  if (!program) throw new Error(`${name} is missing`);
  return spawn(process.execPath, ['--import', SHARE_PORT, ...(program.execArgv ?? []), program.main], {
    env: { ...program.env, REQUESTS_PER_MINUTE: '10000000', ...env },
    cwd: join(program.main, '..', '..'),
    stdio: 'ignore',
  });
}

/** Ends a process that was started here, in the end without asking. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 25_000);
  await over;
  clearTimeout(timer);
  await sleep(0);
}
