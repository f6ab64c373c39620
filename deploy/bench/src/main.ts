import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '@gerbang/local/paths';
import { type Stack, startStack } from '@gerbang/local/stack';
import { registerAccounts } from './accounts.ts';
import { startBare } from './bare/stack.ts';
import { measureLogins, measureReadsWhileLoggingIn } from './logins.ts';
import { measureMessages, PROVIDER_RATE } from './messages.ts';
import { measurePaint, measureSizes } from './pages.ts';
import { measureReads } from './reads.ts';
import { openRedis } from './redis.ts';
import { met, type Row, table } from './report.ts';

const MB = 1024 * 1024;
const { values } = parseArgs({
  options: { rounds: { type: 'string' }, quick: { type: 'boolean' }, help: { type: 'boolean' } },
});

if (values.help) {
  console.log(`npm run bench [-- --rounds 5 | --quick]
Measures the running system against bare limits in the same run and writes bench-results/<time>.json.
Sessions and queue lie on Redis where REDIS_URL is set or a redis-server is found, else on Postgres.`);
} else process.exitCode = await bench();

async function bench(): Promise<number> {
  const rounds = values.quick ? 1 : Math.max(1, Number(values.rounds ?? 5) || 5);
  const seconds = values.quick ? 2 : 4;
  const rows: Row[] = [];
  const failures: string[] = [];
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
        notification: { BULK_RATE: String(PROVIDER_RATE) },
      },
      say: (line) => console.log(line),
    });

  async function part(name: string, work: () => Promise<Row[]>): Promise<void> {
    console.log(`Measuring ${name} ...`);
    try {
      rows.push(...(await work()));
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`);
      console.log(`  failed: ${(error as Error).message}`);
    }
  }

  let stack: Stack | undefined;
  try {
    const first = await start(true); // makes the database and builds; the second start is the one that counts
    await first.stop();
    const began = performance.now();
    stack = await start(false);
    const cold = (performance.now() - began) / 1000;
    const running = stack;
    rows.push({
      goal: 'P17',
      what: 'cold start, all processes',
      value: cold,
      unit: 's',
      wanted: { atMost: 3 },
    });
    const memory = running.memory().filter(({ name }) => name !== 'supervisor');
    for (const { name, bytes } of memory)
      rows.push({ what: `memory, ${name}`, value: bytes / MB, unit: 'MB' });
    rows.push({
      what: 'memory, all together',
      value: memory.reduce((sum, { bytes }) => sum + bytes, 0) / MB,
      unit: 'MB',
      wanted: { atMost: 1200 },
    });
    const accounts = await registerAccounts(running, values.quick ? 20 : 100);
    const [account] = accounts;
    if (!account) throw new Error('No account');
    await part('sizes', () => measureSizes());
    await part('reads', async () => {
      const bare = await startBare(running, account.id, redis.url);
      try {
        return await measureReads(running, bare, account, rounds, seconds);
      } finally {
        await bare.stop();
      }
    });
    await part('logins', () => measureLogins(running, accounts, rounds, seconds));
    await part('reads while people log in', () =>
      measureReadsWhileLoggingIn(running, accounts, rounds, seconds),
    );
    await part('messages', () => measureMessages(running));
    await part('paint', () => measurePaint(running.url, values.quick ? 1 : 3));
  } finally {
    await stack?.stop();
    await redis.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }

  console.log(`\n${table(rows)}\n`);
  for (const failure of failures) console.log(`Not measured: ${failure}`);
  const folder = join(projectRoot, 'bench-results');
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `${at.replaceAll(':', '-')}.json`);
  const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model ?? '', node: process.version };
  const report = {
    at,
    machine,
    store: redis.url ? 'redis' : 'postgres',
    rounds,
    rows: rows.map((row) => ({ ...row, met: met(row) })),
    failures,
  };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`Written to ${file}`);
  return failures.length === 0 ? 0 : 1;
}
