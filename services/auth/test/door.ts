import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import type { EventType } from '@gerbang/contracts/events';
import {
  type Browser,
  BROWSER_HEADER,
  type SessionCommand,
  sessionCommandSchema,
} from '@gerbang/contracts/identity';
import type { Role } from '@gerbang/domain/roles';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { createMetrics } from '@gerbang/service-kit/program/metrics';
import { PATIENCE, PATIENT_CALLS, testDatabase } from '@gerbang/service-kit/testing/databases';
import { testIdentity } from '@gerbang/service-kit/testing/identity';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { buildApp } from '../src/app.ts';
import { type Config, configSchema } from '../src/config.ts';
import { buildContext, type Context } from '../src/context.ts';
import { readCommonPasswords } from '../src/account-record/password-policy.ts';
import { type Account, insertAccount } from '../src/account-record/users.repository.ts';
import type { HashParameters } from '../src/account-record/password-hasher.ts';

export const PASSWORD = 'kucing-lima-belas';
export const MIGRATIONS = join(__dirname, '../migrations');
const COMMON = readCommonPasswords(join(__dirname, '../data/common-passwords.txt'));

/** A login that is held so long never goes into the line, however busy the machine is. */
export const PATIENT_MS = 600_000;
/** Hashes of most tests: what they show does not depend on the cost. */
export const CHEAP: HashParameters = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

export interface TestAccount {
  readonly id: string;
  readonly role: Role;
  readonly email: string;
  readonly name: string | null;
  readonly contact_phone: string | null;
  /** Whether the session says that the password must be changed. */
  readonly mcp?: boolean;
  /** Whether the session says that a second factor must be added. */
  readonly maf?: boolean;
  /** When the session's last proof was, in seconds since 1970; now, where it is not given. */
  readonly fresh?: number | undefined;
}

export interface Published {
  readonly type: EventType;
  readonly payload: Record<string, unknown>;
}

interface CallOptions {
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly ip?: string;
  /** What the gateway tells of the browser. */
  readonly browser?: Browser;
  readonly headers?: Record<string, string>;
}

type Shared = Awaited<ReturnType<typeof openShared>>;

/** A configuration as the service reads it, with random keys. */
export function testConfig(url: string, identityKeys: string, more: Record<string, string> = {}): Config {
  const key = () => randomBytes(32).toString('base64');
  return configSchema.parse({
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: url,
    QUEUE_DATABASE_URL: url,
    BUS_KEYS: `k1:${key()}`,
    CODE_KEY: key(),
    AUDIT_KEY: key(),
    COLUMN_KEYS: `c1:${key()}`,
    PUBLIC_ORIGIN: 'http://localhost:8080',
    INTERNAL_KEY: key(),
    PASSWORD_PEPPER: key(),
    IDENTITY_KEYS: identityKeys,
    ...more,
  });
}

/** What two processes of one installation have in common. */
async function openShared(more: Record<string, string>, identity = testIdentity('auth')) {
  const own = await testDatabase('auth', MIGRATIONS);
  return { own, identity, config: testConfig(own.url, identity.keysText, more), counter: { value: 0 } };
}

/**
 * The service on a database that no other test uses, with a way to call it as any role; or as a further process beside
 * another door.
 */
export async function openDoor(
  more: Record<string, string> = {},
  {
    beside,
    hashesAtOnce,
    holdMs = PATIENT_MS,
    hashParameters = CHEAP,
    identity: signing,
  }: {
    beside?: { shared: Shared };
    hashesAtOnce?: number;
    /** How long a login is held for its turn before it gets a place in the line. */
    holdMs?: number;
    hashParameters?: HashParameters;
    /** The keys of a gateway that stands before it. */
    identity?: ReturnType<typeof testIdentity>;
  } = {},
) {
  const shared = beside?.shared ?? (await openShared(more, signing));
  const { own, identity, config, counter } = shared;
  const database = createDatabase(own.url, { name: 'auth-test', max: 10, ...PATIENCE });
  const lines: string[] = [];
  const log = createLogger('auth-test', 'debug', {
    write: (line) => {
      lines.push(line);
    },
  });
  const published: Published[] = [];
  const context = await buildContext(config, database, COMMON, log, {
    holdMs,
    hashParameters,
    ...(hashesAtOnce !== undefined && { hashesAtOnce }),
  });
  let clock: Date | null = null;
  const recorded: Context = {
    ...context,
    now: () => clock ?? new Date(),
    outbox: {
      ...context.outbox,
      row: (type, payload, options) => {
        published.push({ type, payload });
        return context.outbox.row(type, payload, options);
      },
      publish: async (trx, type, payload, options) => {
        await context.outbox.publish(trx, type, payload, options);
        published.push({ type, payload });
      },
      publishMany: async (trx, type, payloads, options) => {
        await context.outbox.publishMany(trx, type, payloads, options);
        published.push(...payloads.map((payload) => ({ type, payload })));
      },
    },
  };
  const metrics = createMetrics('auth-test');
  const app = buildApp(
    { name: 'auth', logger: log, identity: identity.verifier, metrics, ...PATIENT_CALLS },
    recorded,
  );
  const hash = await context.hasher.hash(PASSWORD);

  const headersOf = (caller: TestAccount | 'anon', ip = '203.0.113.7') =>
    identity.headers(
      caller === 'anon'
        ? { sub: null, role: null, ip }
        : {
            sub: caller.id,
            role: caller.role,
            mcp: caller.mcp ?? false,
            ...(caller.maf && { maf: true }),
            ip,
            ...('fresh' in caller && { fresh: caller.fresh }),
          },
    );

  return {
    app,
    shared,
    db: database.knex as Knex,
    database,
    context: recorded,
    published,
    metrics,
    pepper: config.PASSWORD_PEPPER,
    internalKey: config.INTERNAL_KEY,
    setClock(at: Date | null): void {
      clock = at;
    },
    logged: () => lines.join(''),
    headers: headersOf,
    /** The headers of a call from one of several sessions of an account. */
    session: (caller: TestAccount, sid: string) =>
      identity.headers({ sub: caller.id, role: caller.role, mcp: false, sid, ip: '203.0.113.7' }),
    identityFor: (audience: string) => identity.headers({ sub: null, role: null }, audience),
    peppered: (password: string) =>
      createHmac('sha256', config.PASSWORD_PEPPER).update(password).digest('base64'),
    /** An address in a network not used before. */
    address: () => {
      counter.value += 1;
      return `2001:db8:0:${counter.value.toString(16)}::1`;
    },
    /** A phone number without an account. */
    phone: () => {
      counter.value += 1;
      return `+62811${String(20_000_000 + counter.value)}`;
    },
    /** Inserts an account into the database; its password is PASSWORD. */
    async account(
      change: Partial<
        Pick<
          Account,
          | 'name'
          | 'role'
          | 'contact_phone'
          | 'phone_verified_at'
          | 'email'
          | 'email_verified_at'
          | 'hands_at'
          | 'made_by'
        >
      > = {},
    ) {
      const id = uuidv7();
      const account: TestAccount = await insertAccount(database.knex, {
        id,
        name: 'Wali Penguji',
        email: `${id}@contoh.id`,
        role: 'wali_murid',
        contact_phone: null,
        password_hash: hash,
        // Old enough for a second person.
        hands_at: new Date(Date.now() - 48 * 3_600_000),
        ...change,
      });
      return account;
    },
    /** Calls an endpoint as an account, or without a login. */
    call(endpoint: Endpoint, caller: TestAccount | 'anon', options: CallOptions = {}) {
      const path = endpoint.path.replace(/\{(?:id|userId)\}/u, options.id ?? '');
      return app.inject({
        method: endpoint.method,
        url: options.query ? `${path}?${options.query}` : path,
        headers: {
          ...headersOf(caller, options.ip),
          ...(options.browser && { [BROWSER_HEADER]: JSON.stringify(options.browser) }),
          ...options.headers,
          ...(endpoint.body && options.body !== undefined ? { 'content-type': 'application/json' } : {}),
        },
        ...(endpoint.body && options.body !== undefined ? { payload: JSON.stringify(options.body) } : {}),
      });
    },
    /** The session command for the gateway in a response. */
    command(response: { headers: Record<string, unknown> }): SessionCommand | null {
      const header = response.headers['x-gerbang-session'];
      return header === undefined ? null : sessionCommandSchema.parse(JSON.parse(String(header)));
    },
    /** The device token that a response leaves in the browser. */
    deviceIn(response: { headers: Record<string, unknown> }): string {
      const header = JSON.parse(String(response.headers['x-gerbang-session'] ?? '{}')) as SessionCommand;
      const device = header.do === 'start' ? header.device : undefined;
      if (!device) throw new Error('no device token came');
      return device;
    },
    /** The code that was last sent to a phone. */
    codeFor(phone: string | null, kind = 'reset_code'): string {
      const event = published.findLast((one) => one.payload.to === phone && one.payload.kind === kind);
      if (!event) throw new Error('no code was sent');
      return (event.payload as { params: { code: string } }).params.code;
    },
    async close() {
      await app.close();
      await database.close();
      if (!beside) await own.drop();
    },
  };
}

export type Door = Awaited<ReturnType<typeof openDoor>>;
