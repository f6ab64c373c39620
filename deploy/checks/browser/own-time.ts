import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS } from '@gerbang/local/program-parts';
import { type RunningPostgres, startPostgres } from '@gerbang/local/postgres';
import { loadSecrets } from '@gerbang/local/secrets';
import { type Stack, startStack } from '@gerbang/local/stack';
import { testFolder } from '@gerbang/local/test-folder';
import pg from 'pg';
import { WIDE_LIMITS } from '../kit/own-stack.ts';

/** What a program runs before its own code: its clock is so far ahead (ms), and goes on from there. */
const preload = (ahead: number) => `
const machine = Date.now;
Date.now = () => machine() + ${ahead};
globalThis.Date = new Proxy(Date, {
  construct: (clock, args, made) => Reflect.construct(clock, args.length === 0 ? [clock.now()] : args, made === globalThis.Date ? clock : made),
  apply: (clock) => new clock(clock.now()).toString(),
});`;

/** The same for a cluster: the functions that tell its time, in the template of every database that is made later. */
const clocks = (ahead: number) => `
create function pg_catalog.machine_clock() returns timestamptz language internal volatile parallel safe as 'clock_timestamp';
create function pg_catalog.machine_statement() returns timestamptz language internal stable parallel safe as 'statement_timestamp';
create or replace function pg_catalog.now() returns timestamptz language sql stable parallel safe
  as $$ select pg_catalog.transaction_timestamp() + ${ahead} * interval '1 ms' $$;
create or replace function pg_catalog.clock_timestamp() returns timestamptz language sql volatile parallel safe
  as $$ select pg_catalog.machine_clock() + ${ahead} * interval '1 ms' $$;
create or replace function pg_catalog.statement_timestamp() returns timestamptz language sql stable parallel safe
  as $$ select pg_catalog.machine_statement() + ${ahead} * interval '1 ms' $$;`;

/** Starts a portal with the demo data for which the start is the given moment; its clock goes on from there. */
export async function startAt(moment: Date, say: (line: string) => void): Promise<Stack> {
  const ahead = moment.getTime() - Date.now();
  const dataDir = testFolder('gerbang-time-');
  let cluster: RunningPostgres | undefined;
  const stop = async () => {
    await cluster?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    chmodSync(dataDir, 0o755);
    const { ownerPassword: password } = loadSecrets(dataDir);
    cluster = await startPostgres({ dataDir: join(dataDir, 'postgres'), password, durable: false });
    await setClocks(cluster.url, ahead);
    const NODE_OPTIONS = `--import=data:text/javascript;base64,${Buffer.from(preload(ahead)).toString('base64')}`;
    const env = Object.fromEntries(
      PROGRAMS.map((name) => [name, { ...(WIDE_LIMITS as Record<string, object>)[name], NODE_OPTIONS }]),
    );
    const stack = await startStack({ dataDir, databaseUrl: cluster.url, durable: false, env, say });
    return {
      ...stack,
      stop: async () => {
        await stack.stop();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function setClocks(url: string, ahead: number): Promise<void> {
  await run(url, 'alter database template0 allow_connections true');
  await run(url.replace(/[^/]+$/u, 'template0'), clocks(ahead));
  await run(url, 'alter database template0 allow_connections false');
}

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
