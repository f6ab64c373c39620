import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchThroughLine } from '@gerbang/service-kit/testing/login-line';
import pg from 'pg';
import { beginsEmpty, emptySchoolNote } from '../src/empty-school.ts';
import { type Stack, startStack } from '../src/stack.ts';
import { dataFolder } from '../src/paths.ts';
import { testFolder } from '../src/test-folder.ts';
import { until } from '@gerbang/service-kit/testing/until';

const PASSWORD = 'contoh-gerbang-2026';

describe('a folder that begins empty', () => {
  let folder: string;
  beforeEach(() => {
    folder = testFolder('gerbang-empty-');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('when a new folder is asked for so, then it stays so at every later start', () => {
    expect(beginsEmpty(folder, [])).toBe(false);
    expect(beginsEmpty(folder, ['--empty'])).toBe(true);
    expect(beginsEmpty(folder, [])).toBe(true);
  });

  test('when it is named as the README does, then every program finds it from its own folder', () => {
    expect(dataFolder({ GERBANG_DATA: '.local-empty' })).toBe(join(process.cwd(), '.local-empty'));
  });

  test('when the folder holds a portal already, or the argument is unknown, then the start is refused and nothing is written', () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'secrets.json'), '{}');
    expect(() => beginsEmpty(folder, ['--empty'])).toThrow(/GERBANG_DATA=/u);
    expect(() => beginsEmpty(folder, ['--kosong'])).toThrow(/--kosong/u);
    expect(existsSync(emptySchoolNote(folder))).toBe(false);
  });
});

describe('a portal without a school', () => {
  let dataDir: string;
  let stack: Stack;
  beforeAll(async () => {
    dataDir = testFolder('gerbang-empty-');
    stack = await startStack({
      dataDir,
      empty: true,
      databaseUrl: process.env.TEST_DATABASE_URL,
      prefix: `empty_${randomBytes(4).toString('hex')}`,
      dropAtEnd: true,
      buildFrontEnds: false,
      signal: new AbortController().signal,
    });
  });
  afterAll(async () => {
    await stack?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function call(method: string, path: string, body?: unknown, cookie = ''): Promise<Response> {
    return fetch(`${stack.url}${path}`, {
      method,
      headers: {
        origin: stack.url,
        'sec-fetch-site': 'same-origin',
        cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
  const logIn = (name: string) =>
    fetchThroughLine((ticket) =>
      call('POST', '/api/login', { identifier: `${name}@contoh.sch.id`, password: PASSWORD, ticket }),
    );

  test('when it has started, then everybody is told that it is being prepared, and no fee or account is known', async () => {
    const school = await (await call('GET', '/api/school')).json();
    expect(school).toMatchObject({ ready: false, open: false, levels: [], logo: null });
    expect(JSON.stringify(school)).not.toMatch(/fee|account|700/u);
    // The pages' copy comes by an event.
    const client = new pg.Client({ connectionString: stack.databaseUrls.gateway });
    await client.connect();
    let copies: unknown[] = [];
    await until(async () => {
      copies = (await client.query(`select version, school ->> 'ready' as ready from school`)).rows;
      return copies.length > 0;
    });
    await client.end();
    expect(copies).toEqual([{ version: 0, ready: 'false' }]);
  });

  test('when people log in, then only the first administrator is there, and finds the set-up open', async () => {
    expect((await logIn('wali')).status).toBe(401);
    expect((await logIn('finance')).status).toBe(401);
    const answer = await logIn('admin');
    expect(answer.status).toBe(200);
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    const school = await (await call('GET', '/api/admin/school', undefined, cookie)).json();
    expect(school).toMatchObject({ active: null, draft: null, scheduled: null });
    const answered = await call('GET', '/api/config', undefined, cookie);
    const config = (await answered.json()) as { levels: { offered: boolean }[] };
    expect(config.levels.map(({ offered }) => offered)).toEqual([false, false, false, false]);
  });
});
