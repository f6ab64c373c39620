import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@gerbang/contracts/all';
import type { EventType } from '@gerbang/contracts/events';
import type { Role } from '@gerbang/domain/roles';
import { createDatabase } from '@gerbang/service-kit/database';
import { createLogger } from '@gerbang/service-kit/logger';
import { PATIENCE, testDatabase } from '@gerbang/service-kit/testing/databases';
import { testIdentity } from '@gerbang/service-kit/testing/identity';
import { uuidv7 } from 'uuidv7';
import { buildApp } from '../src/app.ts';
import { type Config, configSchema } from '../src/config.ts';
import { buildContext, type Context } from '../src/context.ts';

export const MIGRATIONS = join(__dirname, '../migrations');

export interface Caller {
  readonly id: string;
  readonly role: Role;
}

export interface Published {
  readonly type: EventType;
  readonly payload: Record<string, unknown>;
}

interface CallOptions {
  /** Values of the path's parameters. */
  readonly params?: Record<string, string>;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const byId = new Map(endpoints.map((value) => [value.id, value]));

/** A configuration as the service reads it, with keys of its own. */
export function testConfig(
  url: string,
  publicKeyPem: string,
  filesDir: string,
  more: Record<string, string> = {},
): Config {
  const key = () => randomBytes(32).toString('base64');
  return configSchema.parse({
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: url,
    QUEUE_DATABASE_URL: url,
    BUS_KEYS: `k1:${key()}`,
    COLUMN_KEYS: `c1:${key()}`,
    BLIND_INDEX_KEY: key(),
    CODE_KEY: key(),
    INTERNAL_KEY: key(),
    IDENTITY_PUBLIC_KEY: Buffer.from(publicKeyPem).toString('base64'),
    AUTH_URL: 'http://127.0.0.1:9',
    PUBLIC_ORIGIN: 'http://localhost:8080',
    FILES_DIR: filesDir,
    ...more,
  });
}

/** The service on a database and a folder of its own, with a way to call it as anybody. */
export async function openDoor(more: Record<string, string> = {}) {
  const own = await testDatabase('admission', MIGRATIONS);
  const filesDir = mkdtempSync(join(tmpdir(), 'gerbang-files-'));
  const identity = testIdentity('admission');
  const config = testConfig(own.url, identity.publicKeyPem, filesDir, more);
  const database = createDatabase(own.url, { name: 'admission-test', max: 10, ...PATIENCE });
  const lines: string[] = [];
  const log = createLogger('admission-test', 'debug', {
    write: (line) => {
      lines.push(line);
    },
  });
  const published: Published[] = [];
  let clock: Date | null = null;
  const context = buildContext(config, database, log, () => clock ?? new Date());
  const recorded: Context = {
    ...context,
    outbox: {
      publishMany: async (trx, type, payloads, options) => {
        await context.outbox.publishMany(trx, type, payloads, options);
        published.push(...payloads.map((payload) => ({ type, payload })));
      },
      publish: async (trx, type, payload, options) => {
        await context.outbox.publish(trx, type, payload, options);
        published.push({ type, payload });
      },
    },
  };
  const app = buildApp({ name: 'admission', logger: log, identity: identity.verifier }, recorded);
  let counter = 0;

  const headersOf = (caller: Caller | 'anon', more: { readonly mcp?: boolean } = {}) =>
    identity.headers(
      caller === 'anon' ? {} : { sub: caller.id, role: caller.role, ip: '203.0.113.7', ...more },
    );

  return {
    app,
    context: recorded,
    db: database.knex,
    database,
    filesDir,
    published,
    logged: () => lines.join(''),
    headers: headersOf,
    identityFor: (audience: string) => identity.headers({}, audience),
    setClock(at: Date | null): void {
      clock = at;
    },
    /** A caller of this role whose account admission knows, with a login phone nobody has yet. */
    async caller(role: Role = 'wali_murid', name: string | null = 'Wali Penguji'): Promise<Caller> {
      counter += 1;
      const id = uuidv7();
      const phone = `+62811${String(20_000_000 + counter)}`;
      await database.knex('accounts').insert({ id, name, role, phone, active: true, version: 1 });
      return { id, role };
    },
    /** Calls an endpoint by its row of the authorization table. */
    call(id: string, caller: Caller | 'anon', options: CallOptions = {}) {
      const endpoint = byId.get(id);
      if (!endpoint) throw new Error(`no call ${id}`);
      const path = endpoint.path.replace(/\{(\w+)\}/gu, (_all, name: string) => options.params?.[name] ?? '');
      const hasBody = endpoint.body !== undefined && options.body !== undefined;
      return app.inject({
        method: endpoint.method,
        url: options.query ? `${path}?${options.query}` : path,
        headers: {
          ...headersOf(caller),
          ...(hasBody && { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(hasBody && { payload: JSON.stringify(options.body) }),
      });
    },
    async close() {
      await app.close();
      await database.close();
      await own.drop();
      rmSync(filesDir, { recursive: true, force: true });
    },
  };
}

export type Door = Awaited<ReturnType<typeof openDoor>>;
