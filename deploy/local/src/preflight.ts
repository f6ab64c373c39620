import { accessSync, constants, existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from './child.ts';
import { freePort, portTaken } from './ports.ts';

const DISK_NEEDED_MB = 500;

/** Checks folder, disk and ports before the start; a problem is one line with its remedy. */
export async function preflight(
  dataDir: string,
  ports: { PORT: number; SIMULATOR_PORT: number },
): Promise<void> {
  checkFolder(dataDir);
  for (const [name, port] of Object.entries(ports)) await checkPort(name, port);
  if (ports.PORT === ports.SIMULATOR_PORT) {
    throw new UsageError(
      `PORT and SIMULATOR_PORT are both ${ports.PORT}: run it as SIMULATOR_PORT=${ports.PORT + 1} npm run up`,
    );
  }
}

async function checkPort(name: string, port: number): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UsageError(`${name} must be a number from 1 to 65535: run it as ${name}=8081 npm run up`);
  }
  let taken: boolean;
  try {
    taken = await portTaken(port, '127.0.0.1');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new UsageError(
      `Port ${port} may not be used (${code}): run it as ${name}=${port < 1024 ? port + 8000 : port + 1} npm run up`,
    );
  }
  if (taken)
    throw new UsageError(
      `Port ${port} is already in use: run it as ${name}=${await nextFree(port)} npm run up`,
    );
}

async function nextFree(port: number): Promise<number> {
  for (let next = port + 1; next < Math.min(port + 50, 65_535); next += 1) {
    // 8090 is the simulator's default.
    if (next !== 8090 && !(await portTaken(next, '127.0.0.1').catch(() => true))) return next;
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
