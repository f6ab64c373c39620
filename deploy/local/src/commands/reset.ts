import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { UsageError } from '../child.ts';
import { dropDatabases } from '../databases.ts';
import { runningFrom, sweepLeftovers } from '../leftovers.ts';
import { dataFolder } from '../paths.ts';
import { clusterFolder, removeCluster, runningPostmaster } from '../cluster-folder.ts';

/** `npm run reset`: deletes the local data after a question, or without one given `--yes`. */
export async function run(args: string[]): Promise<number> {
  const dataDir = dataFolder();
  const ownerUrl = process.env.DATABASE_URL;
  if (runningFrom(dataDir))
    throw new UsageError(`Gerbang is running on ${dataDir}: stop it with Ctrl-C first`);
  const what = `${dataDir}${ownerUrl ? ' and the gerbang_* databases of DATABASE_URL' : ''}`;
  if (
    !args.includes('--yes') &&
    !(await confirmed(`This deletes ${what}, all local accounts included. Type "yes": `))
  ) {
    console.log('Nothing was deleted.');
    return 1;
  }
  await sweepLeftovers(dataDir);
  if (ownerUrl) await dropDatabases(ownerUrl, 'gerbang');
  const cluster = join(dataDir, 'postgres');
  const left = runningPostmaster(clusterFolder(cluster));
  if (left) await endPostmaster(left.pid, cluster);
  removeCluster(cluster);
  // Only what a run makes: the folder may hold other files too.
  for (const name of [
    'secrets.json',
    'run.json',
    'empty-school',
    'logs',
    'files',
    'simulator',
    'front-ends',
  ]) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  console.log(`${what}: emptied. The next npm run up starts afresh.`);
  return 0;
}

async function endPostmaster(pid: number, cluster: string): Promise<void> {
  process.kill(pid, 'SIGINT');
  while (runningPostmaster(clusterFolder(cluster))) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError('There is no terminal to ask: run it as npm run reset -- --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}
