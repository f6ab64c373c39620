import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programs } from '@gerbang/local/environments';
import { freePort } from '@gerbang/local/ports';
import { waitForReady } from '@gerbang/local/supervisor';
import { WIDE_LIMITS } from '../kit/own-stack.ts';
import { until } from '../kit/until.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Meter, meterOf } from './figures.ts';
import type { Bench } from './runner.ts';
import { environmentOf } from './people.ts';

const READY_MS = 60_000;
const KILL_AFTER_MS = 25_000;
const SHARE_PORT = pathToFileURL(join(import.meta.dirname, 'share-port.ts')).href;
const CGROUPS = '/sys/fs/cgroup';
const PERIOD_US = 50_000;

type Name = 'gateway' | 'auth' | 'admission';

/** How many processes of each program run, and the share of a core that each may use. */
export interface Shape {
  counts: Readonly<Record<Name, number>>;
  gatewayShare: number;
  serviceShare: number;
}

export interface Replicas {
  url: string;
  meters: Meter[];
  /** Limits every process to its share from now on; false where the machine does not allow it. */
  limit(): boolean;
  stop(): Promise<void>;
}

/**
 * Starts processes of auth and admission behind processes of the gateway, beside the running portal and on its data. A
 * balancer deals out requests to the gateways; processes of a service share a port.
 */
export async function startReplicas(bench: Bench, { counts, ...shares }: Shape): Promise<Replicas> {
  const all: { name: Name; child: ChildProcess; metricsUrl: string }[] = [];
  const gateways: number[] = [];
  const releases: (() => Promise<void>)[] = [];
  let balancer: Balancer | undefined;
  const start = async (name: Name, port: number, env: Record<string, string> = {}) => {
    const metricsPort = await freePort();
    const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
    const child = spawnProgram(bench, name, { ...WIDE_LIMITS[name], ...ports, ...env });
    all.push({ name, child, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` });
  };
  const startService = async (name: 'auth' | 'admission') => {
    const port = await freePort();
    for (let at = 0; at < counts[name]; at += 1) await start(name, port);
    return `http://127.0.0.1:${port}`;
  };
  const stop = async () => {
    await balancer?.stop();
    await Promise.all(all.map(({ child }) => ended(child)));
    for (const release of releases) await release();
  };
  const limit = () => {
    let isLimited = true;
    for (const { name, child } of all) {
      const share = name === 'gateway' ? shares.gatewayShare : shares.serviceShare;
      if (child.pid === undefined) continue;
      const release = limitToShare(child.pid, share);
      if (release) releases.push(release);
      else isLimited = false;
    }
    return isLimited;
  };
  try {
    const services = {
      AUTH_URL: await startService('auth'),
      ADMISSION_URL: await startService('admission'),
    };
    for (let at = 0; at < counts.gateway; at += 1) gateways.push(await freePort());
    balancer = await startBalancer(gateways);
    const { url } = balancer;
    for (const port of gateways) {
      await start('gateway', port, { ...services, PUBLIC_ORIGIN: url, ALLOWED_ORIGINS: url });
    }
    const failed = () => (all.some(({ child }) => child.exitCode !== null) ? 'a replica ended' : null);
    // The processes of a service share a port, so that only the metrics tell that each is ready.
    for (const { metricsUrl } of all) await waitForReady(metricsUrl, READY_MS, failed);
    for (const port of gateways) await waitForReady(`http://127.0.0.1:${port}/readyz`, READY_MS, failed);
    const meters = all.map(({ name, child }, at) => meterOf(`${name} ${at + 1}`, child.pid));
    return { url, meters, limit, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function spawnProgram(bench: Bench, name: Name, env: Record<string, string>): ChildProcess {
  const program = programs(environmentOf(bench)).find((one) => one.name === name);
  if (!program) throw new Error(`${name} is missing`);
  return spawn(process.execPath, ['--import', SHARE_PORT, ...(program.execArgv ?? []), program.main], {
    env: { ...program.env, ...env },
    cwd: join(program.main, '..', '..'),
    stdio: 'ignore',
  });
}

/** Ends a process; kills it when it does not end in time. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  await exited;
  clearTimeout(timer);
}

/**
 * Limits a process to a share of one core by a control group, so that a small machine shows how several processes add
 * up. Returns how to end the limit, or null where the machine does not allow it (no root, no control groups).
 */
function limitToShare(pid: number, share: number): (() => Promise<void>) | null {
  const isV1 = existsSync(join(CGROUPS, 'cpu', 'cpu.cfs_quota_us'));
  if (!isV1 && !existsSync(join(CGROUPS, 'cgroup.controllers'))) return null;
  const folder = join(CGROUPS, isV1 ? 'cpu' : '', `gerbang-bench-${pid}`);
  const quota = Math.round(share * PERIOD_US);
  try {
    mkdirSync(folder);
    if (isV1) {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(quota));
    } else writeFileSync(join(folder, 'cpu.max'), `${quota} ${PERIOD_US}`);
    writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (!['EACCES', 'EROFS', 'EPERM', 'ENOENT'].includes(code)) throw error;
    if (existsSync(folder)) rmdirSync(folder);
    return null;
  }
  return async () => {
    await until(`The control group of ${pid}`, () => {
      try {
        rmdirSync(folder);
        return true;
      } catch (error) {
        // The kernel is still removing the process that has just ended.
        if ((error as { code?: string }).code !== 'EBUSY') throw error;
        return false;
      }
    });
  };
}
