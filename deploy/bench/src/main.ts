import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '@gerbang/local/child';
import { projectRoot } from '@gerbang/local/paths';
import { type Stack, startStack } from '@gerbang/local/stack';
import { type Account, registerAccounts } from './accounts.ts';
import { type Family, makeFamilies } from './families.ts';
import type { Bench } from './measurement.ts';
import { chosen, MEASUREMENTS } from './measurements.ts';
import { PROVIDER_RATE } from './drain.ts';
import { openRedis } from './redis.ts';
import { met, ratio, type Row, table } from './report.ts';

const HELP = `npm run bench [-- --rounds 5 | --quick] [--only <name>,<name>]
Measures the running system against bare limits in the same run and writes bench-results/<time>.json.
Sessions and queue lie on Redis where REDIS_URL is set or a redis-server is found, else on Postgres.

${MEASUREMENTS.map(({ name, what }) => `  ${name.padEnd(10)}${what}`).join('\n')}`;

async function bench(values: { rounds?: string; quick?: boolean; only?: string }): Promise<number> {
  const measurements = chosen(values.only);
  const quick = values.quick === true;
  const rounds = quick ? 1 : Math.max(1, Number(values.rounds ?? 5) || 5);
  const dataDir = mkdtempSync(join(tmpdir(), 'gerbang-bench-'));
  chmodSync(dataDir, 0o755);
  const redis = await openRedis();
  console.log(`Sessions and queue on ${redis.url ? 'Redis' : 'Postgres (no REDIS_URL, no redis-server)'}`);
  const start = (buildFrontEnds: boolean) =>
    startStack({
      dataDir,
      redisUrl: redis.url,
      buildFrontEnds,
      env: {
        // All load comes from one address, which otherwise is told to slow down.
        gateway: { REQUESTS_PER_MINUTE: '10000000' },
        admission: { UPLOADS_PER_HOUR_PARENT: '1000000', UPLOAD_BYTES_PER_DAY_PARENT: String(2 ** 45) },
        notification: { BULK_RATE: String(PROVIDER_RATE) },
      },
      say: (line) => console.log(line),
    });

  const rows: Row[] = [];
  const failures: string[] = [];
  let stack: Stack | undefined;
  let accounts: Promise<Account[]> | undefined;
  let families: Promise<Family[]> | undefined;
  try {
    stack = await start(true);
    const using: Bench = {
      startAgain: async () => {
        await stack?.stop();
        stack = await start(false);
        return stack;
      },
      stack: () => {
        if (!stack) throw new Error('Nothing runs');
        return stack;
      },
      accounts: () => (accounts ??= registerAccounts(using.stack(), quick ? 20 : 100)),
      families: () => (families ??= makeFamilies(using.stack())),
      redisUrl: redis.url,
      rounds,
      seconds: quick ? 2 : 4,
      quick,
    };
    for (const { name, what, run } of measurements) {
      console.log(`Measuring ${name}: ${what} ...`);
      try {
        rows.push(...(await run(using)));
      } catch (error) {
        failures.push(`${name}: ${(error as Error).message}`);
        console.log(`  failed: ${(error as Error).message}`);
      }
    }
  } finally {
    await stack?.stop();
    await redis.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(`\n${table(rows)}\n`);
  for (const failure of failures) console.log(`Not measured: ${failure}`);
  console.log(`Written to ${write(rows, failures, rounds, redis.url ? 'redis' : 'postgres')}`);
  return failures.length === 0 ? 0 : 1;
}

function write(rows: readonly Row[], failures: readonly string[], rounds: number, store: string): string {
  const folder = join(projectRoot, 'bench-results');
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `${at.replaceAll(':', '-')}.json`);
  const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model ?? '', node: process.version };
  const judged = rows.map((row) => ({ ...row, ratio: ratio(row), met: met(row) }));
  writeFileSync(file, `${JSON.stringify({ at, machine, store, rounds, rows: judged, failures }, null, 2)}\n`);
  return file;
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    quick: { type: 'boolean' },
    only: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(HELP);
else {
  try {
    process.exitCode = await bench(values);
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : error);
    process.exitCode = 1;
  }
}
