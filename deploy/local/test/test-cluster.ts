import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningPostmaster } from '../src/cluster-folder.ts';
import { startPostgres } from '../src/postgres.ts';
import { testFolder, testFolders } from '../src/test-folder.ts';

export interface TestDatabase {
  url: string;
  stop(): Promise<void>;
}

const PREFIX = 'gerbang-test-';

/** A Postgres for one test run: the given one, else the embedded cluster. */
export async function testDatabase(): Promise<TestDatabase> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  return cluster();
}

async function cluster(): Promise<TestDatabase> {
  await sweep();
  const home = testFolder(PREFIX);
  chmodSync(home, 0o755);
  writeFileSync(join(home, 'owner.pid'), String(process.pid));
  const postgres = await startPostgres({
    dataDir: join(home, 'postgres'),
    password: randomBytes(18).toString('base64url'),
    logFile: join(home, 'postgres.log'),
    durable: false,
    maxConnections: 300,
  });
  const stop = async () => {
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  };
  return { url: postgres.url, stop };
}

/** Ends clusters of test runs that were killed before their own clean-up. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(testFolders()).filter((entry) => entry.startsWith(PREFIX))) {
    const home = join(testFolders(), name);
    const owner = join(home, 'owner.pid');
    if (!existsSync(owner) || alive(Number(readFileSync(owner, 'utf8')))) continue;
    const left = runningPostmaster(join(home, 'postgres'));
    if (left) process.kill(left.pid, 'SIGINT');
    else rmSync(home, { recursive: true, force: true });
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
