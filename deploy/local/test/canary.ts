import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { randomBytes } from 'node:crypto';
import { fetchThroughLine } from '@gerbang/service-kit/testing/login-line';
import pg from 'pg';
import { testPlace } from '../src/demo-installation.ts';
import { type Stack, startStack } from '../src/stack.ts';
import { testFolder } from '../src/test-folder.ts';
import { until } from '@gerbang/service-kit/testing/until';

interface InboxMessage {
  readonly text: string;
  readonly template: string;
}

/** The forms in which a secret could lie somewhere: as it is, in hexadecimal (bytea), in base64 at any offset. */
export function formsOf(secret: string): RegExp[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/u, '');
    // The ends depend on the neighbouring bytes.
    const sure = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return new RegExp(sure.replace(/[+/]/gu, '.'), 'u');
  });
  // Six digits occur in ids, hashes and fractions of seconds by chance: a code in clear stands by itself.
  return [
    new RegExp(`(?<![\\w.-])${secret.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)}(?![\\w-])`, 'u'),
    new RegExp(bytes.toString('hex'), 'iu'),
    ...base64,
  ];
}

function textOfFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');
}

/** Every row of every table of a database, of the queue's schema too. */
async function dumpOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
    );
    const texts: string[] = [];
    for (const { name } of rows) {
      const found = await client.query<{ text: string }>(`select t::text as text from ${name} t`);
      texts.push(name, ...found.rows.map(({ text }) => text));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

/** The files of Redis: the append-only file, and its whole state saved uncompressed. */
async function redisFiles(redisUrl: string): Promise<string> {
  const { hostname, port } = new URL(redisUrl);
  const socket = connect(Number(port), hostname);
  socket.end('CONFIG GET dir\r\nCONFIG SET rdbcompression no\r\nSAVE\r\nQUIT\r\n');
  const replies = await text(socket);
  const folder = /\$3\r\ndir\r\n\$\d+\r\n(?<dir>[^\r]+)/u.exec(replies)?.groups?.dir;
  if (!folder || replies.includes('-ERR')) throw new Error(`Redis replied ${replies}`);
  return textOfFiles(folder);
}

/** The promise about secrets of people, with sessions and queue in this Redis, or else in PostgreSQL. */
export function describeSecrets(redisUrl?: string): void {
  const dataDir = testFolder('gerbang-canary-');
  let stack: Stack;
  let stop: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    const loud = { LOG_LEVEL: 'trace' };
    stack = await startStack({
      dataDir,
      ...(await testPlace(dataDir, 'canary')),
      shape: 'separate',
      env: { auth: loud, notification: loud, gateway: loud, simulator: { LOG_LEVEL: 'warn' } },
      ...(redisUrl && { redisUrl }),
    });
    stop = () => stack.stop();
  });
  afterAll(async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function post(path: string, body: object): Promise<Response> {
    const answer = await fetch(`${stack.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: stack.url, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  async function codeFor(phone: string): Promise<string> {
    let code: string | undefined;
    await until(async () => {
      const answer = await fetch(`${stack.simulatorUrl}/inbox?to=${phone}`);
      const messages = (await answer.json()) as InboxMessage[];
      code = messages.map(({ text }) => /^(?<code>\d{6}) adalah/u.exec(text)?.groups?.code).find(Boolean);
      return code !== undefined;
    });
    return code ?? '';
  }

  test('when people register, log in and ask for codes, then no code, password or cookie is in databases, queue or logs', async () => {
    const secrets: Record<string, string> = {};
    const register = async (number: number) => {
      const email = `canary${number}@contoh.id`;
      const password = `kenari-kuning-${number}-${randomBytes(6).toString('hex')}`;
      const phone = `0812555500${number}0`;
      const answer = await post('/api/register', { name: 'Ibu Kenari', phone, email, password });
      secrets[`password ${number}`] = password;
      for (const line of answer.headers.getSetCookie()) {
        const { name = '', value = '' } = /^(?<name>\w+)=(?<value>[^;]+)/u.exec(line)?.groups ?? {};
        secrets[`cookie ${name} ${number}`] = value;
      }
      return { email, phone };
    };
    const order = (body: object) =>
      fetch(`${stack.simulatorUrl}/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });

    // A used code, an unused one, and one whose sending has an unknown outcome.
    const [used, waiting, unknown] = [await register(1), await register(2), await register(3)];
    await post('/api/auth/forgot-password', { email: used.email });
    secrets['used code'] = await codeFor(used.phone);
    const fresh = `kenari-hijau-${randomBytes(6).toString('hex')}`;
    secrets['new password'] = fresh;
    await post('/api/auth/verify-reset-token', { email: used.email, otp: secrets['used code'] });
    await post('/api/auth/reset-password', {
      email: used.email,
      otp: secrets['used code'],
      newPassword: fresh,
    });
    await fetchThroughLine((ticket) =>
      post('/api/login', { identifier: used.email, password: fresh, ticket }),
    );
    await post('/api/auth/forgot-password', { email: waiting.email });
    secrets['waiting code'] = await codeFor(waiting.phone);
    await order({ drop: { times: 1 }, webhooks: 'none' });
    await post('/api/auth/forgot-password', { email: unknown.email });
    secrets['unknown code'] = await codeFor(unknown.phone);

    for (const [what, secret] of Object.entries(secrets))
      expect([what, secret.length >= 6]).toEqual([what, true]);
    const places: Record<string, string> = {};
    for (const [name, url] of Object.entries(stack.databaseUrls)) {
      const owners = new URL(stack.ownerUrl);
      owners.pathname = new URL(url).pathname;
      places[name] = await dumpOf(owners.href);
    }
    if (redisUrl) places.redis = await redisFiles(redisUrl);
    // Their last lines are written when they end.
    await Promise.all((['gateway', 'auth', 'notification'] as const).map((name) => stack.stopProgram(name)));
    places.logs = textOfFiles(stack.logDir);
    // The search finds what is there: the accounts, the requests, the messages' rows and jobs.
    expect(places.auth).toContain(used.email);
    expect(places.notification).toContain('reset_code');
    expect(places.logs).toContain('/api/auth/reset-password');
    expect(redisUrl ? places.redis : places.queue).toContain('message.requested');

    const hits = Object.entries(secrets).flatMap(([what, secret]) =>
      Object.entries(places).flatMap(([place, content]) =>
        formsOf(secret).some((form) => form.test(content)) ? [`${what} in ${place}`] : [],
      ),
    );
    expect(hits).toEqual([]);
  });
}
