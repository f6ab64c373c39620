import { rmSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clusterFolder } from './cluster-folder.ts';
import { type StackOptions, startStack } from './stack.ts';
import { testFolder } from './test-folder.ts';

/** Names the folder of the installation that a run's tests copy. */
const VARIABLE = 'TEST_DEMO_INSTALLATION';
const SETTLED_MS = 60_000;

/**
 * Makes an installation with the demo data for the tests of a run: to migrate and to seed takes most of the start of a
 * portal. Returns the function that removes it. Where it cannot be made, that is said, and each test seeds.
 */
export async function makeDemoInstallation(say: (line: string) => void): Promise<() => void> {
  const folder = testFolder('gerbang-demo-');
  try {
    await make(folder);
    process.env[VARIABLE] = folder;
  } catch (error) {
    say(`There is no demo installation to copy: ${(error as Error).message}`);
  }
  return () => rmSync(folder, { recursive: true, force: true });
}

async function make(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  if (clusterFolder(join(dataDir, 'postgres')) !== join(dataDir, 'postgres'))
    throw new Error('The user of the cluster cannot reach the folder');
  const stack = await startStack({ dataDir, durable: false, buildFrontEnds: false });
  try {
    const events = 'select from outbox_events where relayed_at is null limit 1';
    for (const area of ['auth', 'admission', 'announcement', 'billing'] as const)
      await untilNone(stack.databaseUrls[area], events);
    const messages = `select from notifications where status in ('pending', 'retry', 'sent') limit 1`;
    await untilNone(stack.databaseUrls.notification, messages);
  } finally {
    await stack.stop();
  }
}

/** Waits for what every copy would otherwise do again. */
async function untilNone(url: string, waiting: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const end = Date.now() + SETTLED_MS; (await client.query(waiting)).rows.length > 0; await sleep(50))
      if (Date.now() > end) throw new Error(`The demo data did not settle: ${waiting}`);
  } finally {
    await client.end();
  }
}

/**
 * Fills an empty data folder with the installation of this test run: secrets, files and a cluster with the demo data.
 * False where there is none, as when a file is tested by itself; then the start seeds.
 */
export async function copyDemoInstallation(dataDir: string): Promise<boolean> {
  const folder = process.env[VARIABLE];
  if (folder === undefined) return false;
  await mkdir(dataDir, { recursive: true });
  // The cluster belongs to a user of its own, which `cp` keeps.
  const copy = spawn('cp', ['-Rp', `${join(folder, 'data')}/.`, dataDir], { stdio: 'inherit' });
  const [code] = (await once(copy, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The demo installation was not copied to ${dataDir} (exit code ${code})`);
  return true;
}

/**
 * Where a portal under test keeps its data: in a copy of the demo installation, else in databases of this name on the
 * cluster of `TEST_DATABASE_URL`, without demo data.
 */
export async function testPlace(dataDir: string, name: string): Promise<Partial<StackOptions>> {
  const common = { seed: false, buildFrontEnds: false, signal: new AbortController().signal };
  if (await copyDemoInstallation(dataDir)) return { ...common, durable: false };
  const prefix = `${name}_${randomBytes(4).toString('hex')}`;
  return { ...common, databaseUrl: process.env.TEST_DATABASE_URL, prefix, dropAtEnd: true };
}
