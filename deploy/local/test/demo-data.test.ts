import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { AreaProgram } from '../src/area-programs.ts';
import { until } from '@gerbang/service-kit/testing/until';
import { seedOnce } from '../src/demo-data.ts';

const ownerUrl = process.env.TEST_DATABASE_URL ?? '';
const AREAS = ['auth', 'billing'];
let home: string;
let prefix: string;

async function asOwner(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A seed that notes its run, then says and ends as the environment tells it. */
const PROGRAM = `
const { appendFileSync } = require('node:fs');
appendFileSync(process.env.RUNS, process.env.AREA + process.argv.slice(2).join(' ') + '\\n');
console.log(process.env.SAYS);
if (process.env.SAYS === 'waits') setInterval(() => undefined, 1000);
process.exitCode = Number(process.env.CODE);
`;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'gerbang-seeds-'));
  prefix = `seeds_${randomBytes(4).toString('hex')}`;
  for (const area of AREAS) {
    await asOwner(`create database ${prefix}_${area}`);
    mkdirSync(join(home, area, 'demo'), { recursive: true });
    writeFileSync(join(home, area, 'programs.cjs'), PROGRAM);
    writeFileSync(join(home, area, 'demo', 'people.ts'), 'one');
  }
});
afterEach(async () => {
  for (const area of AREAS) await asOwner(`drop database if exists ${prefix}_${area}`);
  rmSync(home, { recursive: true, force: true });
});

const seedsOf = ({ says = 'made', code = 0, pay, args = [] }: Settings = {}): AreaProgram[] =>
  AREAS.map((area) => ({
    name: area,
    args: [join(home, area, 'programs.cjs'), ...args],
    env: {
      DATABASE_URL: `postgres://someone:secret@127.0.0.1:1/${prefix}_${area}`,
      RUNS: join(home, 'runs'),
      AREA: area,
      SAYS: says,
      CODE: String(code),
      ...(pay && { PAY_PROVIDER: pay }),
    },
  }));
interface Settings {
  says?: string;
  code?: number;
  pay?: string;
  args?: string[];
}

/** The seeds that ran since the last question. */
function runs(): string[] {
  const file = join(home, 'runs');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(file);
  return lines;
}

test('when the databases have had the seeds, then a later start runs none of them', async () => {
  await seedOnce(ownerUrl, seedsOf());
  expect(runs()).toEqual(['auth', 'billing']);
  await seedOnce(ownerUrl, seedsOf());
  expect(runs()).toEqual([]);
});

test('when a database is made anew, then the seeds run again', async () => {
  await seedOnce(ownerUrl, seedsOf());
  await asOwner(`drop database ${prefix}_auth`, `create database ${prefix}_auth`);
  runs();
  await seedOnce(ownerUrl, seedsOf());
  expect(runs()).toEqual(['auth', 'billing']);
});

test('when a seed makes something else than before, then they run again', async () => {
  await seedOnce(ownerUrl, seedsOf());
  writeFileSync(join(home, 'billing', 'demo', 'people.ts'), 'two');
  runs();
  await seedOnce(ownerUrl, seedsOf());
  expect(runs()).toEqual(['auth', 'billing']);
  await seedOnce(ownerUrl, seedsOf({ pay: 'snap' }));
  expect(runs()).toEqual(['auth', 'billing']);
  await seedOnce(ownerUrl, seedsOf({ args: ['admin'] }));
  expect(runs()).toEqual(['authadmin', 'billingadmin']);
});

test('when a seed failed or waits for more, then the next start runs them again', async () => {
  await expect(seedOnce(ownerUrl, seedsOf({ code: 1 }))).rejects.toThrow('Seeding (auth) failed');
  expect(runs()).toEqual(['auth']);
  await seedOnce(ownerUrl, seedsOf({ says: 'the demo family has nothing to pay online' }));
  expect(runs()).toEqual(['auth', 'billing']);
  await seedOnce(ownerUrl, seedsOf());
  expect(runs()).toEqual(['auth', 'billing']);
  await seedOnce(ownerUrl, seedsOf());
  expect(runs()).toEqual([]);
});

test('when the programs that a seed waits for stay down, then it ends with them and the next start runs it again', async () => {
  const broken = new AbortController();
  const seeding = seedOnce(ownerUrl, seedsOf({ says: 'waits' }), undefined, broken.signal);
  await until(() => existsSync(join(home, 'runs')));
  broken.abort();
  await expect(seeding).rejects.toThrow('aborted');
  expect(runs()).toEqual(['auth']);
  await seedOnce(ownerUrl, seedsOf());
  expect(runs()).toEqual(['auth', 'billing']);
});
