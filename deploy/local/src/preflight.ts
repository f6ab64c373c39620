import { accessSync, constants, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from './child.ts';
import { freePort, portTaken } from './ports.ts';

const DISK_NEEDED_MB = 500;

/** The ports that people type, by the name of their variable. */
interface PublicPorts {
  readonly PORT: number;
  readonly SIMULATOR_PORT: number;
}

/** Checks folder, disk and ports before the start; a problem is one line with its remedy. */
export async function preflight(dataDir: string, ports: PublicPorts): Promise<void> {
  checkFolder(dataDir);
  await checkPorts(ports);
}

/** Throws one error about all ports that cannot be used, with the command that helps. Needs no installed package. */
export async function checkPorts(ports: PublicPorts): Promise<void> {
  const all = Object.entries(ports) as [string, number][];
  for (const [name, port] of all) await assertUsable(name, port);
  if (ports.PORT === ports.SIMULATOR_PORT) {
    throw new UsageError(
      `PORT and SIMULATOR_PORT are both ${ports.PORT}: run it as SIMULATOR_PORT=${ports.PORT + 1} npm run up`,
    );
  }
  const isTaken = await Promise.all(all.map(([, port]) => portTaken(port, '127.0.0.1')));
  const taken = all.filter((_pair, at) => isTaken[at]);
  if (taken.length === 0) return;
  const others: string[] = [];
  const chosen = new Set<number>();
  for (const [name, port] of taken) {
    const free = await nextFree(port, chosen);
    chosen.add(free);
    others.push(`${name}=${free}`);
  }
  const which = taken.map(([, port]) => port).join(' and ');
  throw new UsageError(
    `${taken.length > 1 ? `Ports ${which} are` : `Port ${which} is`} already in use: run it as ${others.join(' ')} npm run up`,
  );
}

async function assertUsable(name: string, port: number): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UsageError(`${name} must be a number from 1 to 65535: run it as ${name}=8081 npm run up`);
  }
  try {
    await portTaken(port, '127.0.0.1');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new UsageError(
      `Port ${port} may not be used (${code}): run it as ${name}=${port < 1024 ? port + 8000 : port + 1} npm run up`,
    );
  }
}

async function nextFree(port: number, chosen: ReadonlySet<number>): Promise<number> {
  for (let next = port + 1; next < Math.min(port + 50, 65_535); next += 1) {
    // 8090 is the simulator's default.
    if (next !== 8090 && !chosen.has(next) && !(await portTaken(next, '127.0.0.1').catch(() => true)))
      return next;
  }
  return freePort();
}

function checkFolder(dataDir: string): void {
  const remedy = 'choose another folder, for example GERBANG_DATA=$HOME/gerbang npm run up';
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new UsageError(
      `The folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}): ${remedy}`,
    );
  }
  let folder = dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  const disk = statfsSync(folder);
  const freeMb = Math.floor((disk.bavail * disk.bsize) / 1024 / 1024);
  if (freeMb < DISK_NEEDED_MB) {
    throw new UsageError(
      `Only ${freeMb} MB are free under ${dataDir}, ${DISK_NEEDED_MB} MB are needed: free some space or ${remedy}`,
    );
  }
}
