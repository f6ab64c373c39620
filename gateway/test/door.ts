import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESSION_HEADER, type SessionCommand } from '@gerbang/contracts/identity';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createSigner } from '@gerbang/service-kit/http/identity';
import { PATIENCE, testDatabase } from '@gerbang/service-kit/testing/databases';
import { testIdentity, testKeyText } from '@gerbang/service-kit/testing/identity';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type InjectOptions,
} from 'fastify';
import { buildGateway } from '../src/app.ts';
import { gatewayConfig } from '../src/config.ts';
import { databaseHits } from '../src/limits/limit-store.ts';
import { knownSessions } from '../src/sessions/known-sessions.ts';
import { listenOnPostgres, postgresSessionStore } from '../src/sessions/postgres-session-store.ts';
import type { SessionStore } from '../src/sessions/session-store.ts';

export const ORIGIN = 'http://localhost:8080';
export const USER = '019a0000-0000-7000-8000-000000000001';

const NEWS = '/api/notifications/news';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: FastifyRequest['headers'];
  readonly body: string;
}

export type Door = Awaited<ReturnType<typeof openDoor>>;

/** A gateway that listens, with a session. */
export async function openListening() {
  const door = await openDoor();
  const sid = await door.login();
  await door.app.listen({ host: '127.0.0.1', port: 0 });
  return { door, sid, port: (door.app.server.address() as { port: number }).port };
}

/** Where sessions lie, and how gateways hear of those that others change. */
export interface Engine {
  readonly store: SessionStore;
  readonly listen: (changed: (hash: string) => void) => { readonly ready: Promise<void>; close(): unknown };
}

/** The real gateway on a real database, with an upstream that records requests and gives the responses of the test. */
export async function openDoor(env: Record<string, string> = {}, engineOf?: (now: () => number) => Engine) {
  const own = await testDatabase('gateway', join(__dirname, '../migrations'));
  const database = createDatabase(own.url, PATIENCE);
  // Its first connection would disturb the end of a short test.
  await database.ping();
  const identity = testIdentity('auth');
  const seen: Seen[] = [];
  let command: SessionCommand | undefined;
  let answer: (request: FastifyRequest, reply: FastifyReply) => unknown = () => ({ ok: true });

  const service: FastifyInstance = Fastify();
  service.removeAllContentTypeParsers();
  service.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  service.all('/*', async (request, reply) => {
    if (request.url === '/readyz') return { status: 'ok' };
    // The gateway's own subscription is no call of a test.
    if (request.url === NEWS) return answer(request, reply);
    seen.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: String(request.body ?? ''),
    });
    reply.header('set-cookie', 'leak=1').header('x-internal', 'secret').header('server', 'upstream');
    const body = answer(request, reply);
    if (command) reply.header(SESSION_HEADER, JSON.stringify(command));
    return body;
  });
  await service.listen({ host: '127.0.0.1', port: 0 });
  const address = `http://127.0.0.1:${(service.server.address() as { port: number }).port}`;

  const front = mkdtempSync(join(tmpdir(), 'gateway-front-'));
  mkdirSync(join(front, 'shell/dist/assets'), { recursive: true });
  mkdirSync(join(front, 'auth/dist'), { recursive: true });
  writeFileSync(
    join(front, 'shell/dist/index.html'),
    ['landing', 'auth', 'frame', 'wait'].reduce(
      (page, first) => `${page}<!--first:${first}-->paint of ${first};<!--/first:${first}-->`,
      '<html data-frame="__GERBANG_FRAME__"><head></head><script>var info=__GERBANG_PUBLIC__,page=__GERBANG_PAGE__</script><style>p{}</style>',
    ),
  );
  writeFileSync(join(front, 'shell/dist/assets/main.0123456789.js'), 'plain');
  writeFileSync(join(front, 'shell/dist/assets/main.0123456789.js.br'), 'brotli');
  writeFileSync(join(front, 'auth/dist/mf-manifest.json'), '{}');

  const config = gatewayConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: own.url,
    QUEUE_DATABASE_URL: own.url,
    BUS_KEYS: testKeyText(),
    IDENTITY_SECRETS: identity.secretsText,
    SESSION_SECRET: randomBytes(32).toString('base64'),
    AUTH_URL: address,
    NOTIFICATION_URL: address,
    ADMISSION_URL: address,
    ANNOUNCEMENT_URL: address,
    BILLING_URL: address,
    REQUESTS_PER_MINUTE: '10000',
    PUBLIC_ORIGIN: ORIGIN,
    STATIC_DIR: front,
    COOKIE_SECURE: '0',
    SCHOOL_NAME: 'Sekolah </script> Contoh',
    ...env,
  });
  let clock = Date.now();
  const now = () => clock;
  const { store, listen } = engineOf?.(now) ?? {
    store: postgresSessionStore(database, now),
    listen: (changed: (hash: string) => void) => listenOnPostgres(own.url, changed),
  };
  /** A gateway, perhaps with a clock of its own for what it knows of sessions; a deaf one hears nothing of what others change. */
  const build = async (
    changed: Partial<SessionStore> = {},
    { time, deaf = false }: { readonly time?: () => number; readonly deaf?: boolean } = {},
    more: Partial<Parameters<typeof buildGateway>[0]> = {},
  ) => {
    const known = knownSessions({ ...store, ...changed }, now, time);
    const gateway = await buildGateway({
      config,
      store: known,
      countHits: databaseHits(database),
      sign: createSigner(identity.secrets),
      now,
      ...more,
    });
    if (!deaf) {
      const changes = listen(known.forget);
      gateway.addHook('onClose', async () => void (await changes.close()));
      await changes.ready;
    }
    return gateway;
  };
  const app = await build();

  const call = (
    method: string,
    url: string,
    options: Partial<InjectOptions> & { sid?: string } = {},
    gateway = app,
  ) =>
    gateway.inject({
      method: method as 'GET',
      url,
      ...options,
      headers: {
        ...(method !== 'GET' && { origin: ORIGIN }),
        ...(options.sid && { cookie: options.sid }),
        ...options.headers,
      },
    });

  return {
    app,
    build,
    call,
    config,
    identity,
    knex: own.knex,
    seen,
    service,
    store,
    /** Sets the session command of the upstream’s next responses. */
    setCommand(next: SessionCommand | undefined): void {
      command = next;
    },
    respondWith(next: (request: FastifyRequest, reply: FastifyReply) => unknown): void {
      answer = next;
    },
    forward(ms: number): void {
      clock += ms;
    },
    /** Logs in as the role; returns the cookie. */
    async login(
      changes: Partial<SessionCommand & { do: 'start' }> = {},
      sid?: string,
      headers: Record<string, string> = {},
    ): Promise<string> {
      const before = command;
      command = {
        do: 'start',
        userId: USER,
        role: 'wali_murid',
        epoch: 1,
        mustChangePassword: false,
        ...changes,
      };
      const response = await call('POST', '/api/login', {
        payload: { identifier: 'a', password: 'b' },
        headers,
        ...(sid && { sid }),
      });
      command = before;
      return String(response.headers['set-cookie']).split(';', 1)[0] ?? '';
    },
    async close(): Promise<void> {
      await app.close();
      await service.close();
      await store.close();
      await database.close();
      await own.drop();
    },
  };
}
