import { randomBytes } from 'node:crypto';
import { endpoints } from '@gerbang/contracts/all';
import { announcementDashboard } from '@gerbang/contracts/announcement-dashboard';
import { billingDashboard } from '@gerbang/contracts/billing-dashboard';
import { admissionDashboard } from '@gerbang/contracts/dashboard';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import type { EventType } from '@gerbang/contracts/events';
import type { Identity } from '@gerbang/contracts/identity';
import type { Role } from '@gerbang/domain/roles';
import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { createDatabase, type Database } from '../data/database.ts';
import { createLogger, type Logger } from '../program/logger.ts';
import type { Outbox } from '../events/outbox.ts';
import type { ServerOptions } from '../http/server.ts';
import { PATIENCE, PATIENT_CALLS, testDatabase } from './databases.ts';
import { testIdentity } from './identity.ts';

export interface Caller {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
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

type Gateway = ReturnType<typeof testIdentity>;

/** The parts from which a service is built for its tests. */
interface Parts<Config, Context extends { readonly outbox: Outbox }> {
  readonly service: string;
  readonly migrations: string;
  /** Reads the configuration from these variables and those of the test. */
  readonly config: (env: Record<string, string>) => Config;
  readonly context: (config: Config, database: Database, log: Logger, now: () => Date) => Context;
  /** What must have passed before the app takes calls. */
  readonly check?: (context: Context) => Promise<void>;
  readonly app: (
    options: ServerOptions & { identity: Gateway['verifier'] },
    context: Context,
  ) => FastifyInstance;
}

const byId = new Map(endpoints.map((value) => [value.id, value]));
/** By service, the reads whose answer is JSON. */
const READS = Map.groupBy(
  [...endpoints, admissionDashboard, announcementDashboard, billingDashboard].filter(
    ({ method, media, stream }: Endpoint) => method === 'GET' && !media && !stream,
  ),
  ({ service }): string => service,
);
/** So many rows of each list are read by themselves, too. */
const ROWS = 3;
/** Letters of the log that tell why one failed. */
const SHOWN = 700;
const isFailure = (line: string) => line.includes('"request failed"');

/** The reads that name nothing (lists, counts, dashboards), each with those that name one of its rows. */
const listsOf = (reads: readonly Endpoint[]) =>
  reads
    .filter(({ path }) => !path.includes('{'))
    .map((list) => ({
      list,
      ofRow: reads.filter(
        ({ path }) => path.startsWith(`${list.path}/{`) && path.indexOf('{') === path.lastIndexOf('{'),
      ),
    }));

/** A key as the environment holds it. */
export const testKey = () => randomBytes(32).toString('base64');

/** A service on its own database, with a function that calls it as any user; published events are recorded. */
export async function openServiceDoor<Config, Context extends { readonly outbox: Outbox }>(
  parts: Parts<Config, Context>,
  more: Record<string, string> = {},
) {
  const own = await testDatabase(parts.service, parts.migrations);
  const identity = testIdentity(parts.service);
  const variables = {
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: own.url,
    QUEUE_DATABASE_URL: own.url,
    BUS_KEYS: `k1:${testKey()}`,
    AUDIT_KEY: testKey(),
    IDENTITY_KEYS: identity.keysText,
    PUBLIC_ORIGIN: 'http://localhost:8080',
    SAMPLE_SCHOOL: '1',
    ...more,
  };
  const config = parts.config(variables);
  const database = createDatabase(own.url, { name: `${parts.service}-test`, max: 10, ...PATIENCE });
  const lines: string[] = [];
  const log = createLogger(`${parts.service}-test`, 'debug', {
    write: (line) => {
      lines.push(line);
    },
  });
  const published: Published[] = [];
  let clock: Date | null = null;
  const plain = parts.context(config, database, log, () => clock ?? new Date());
  const context: Context = {
    ...plain,
    outbox: {
      row: (type, payload, options) => {
        published.push({ type, payload });
        return plain.outbox.row(type, payload, options);
      },
      rows: (type, payloads, options) => {
        published.push(...payloads.map((payload) => ({ type, payload })));
        return plain.outbox.rows(type, payloads, options);
      },
      publishRows: plain.outbox.publishRows,
      publishMany: async (trx, type, payloads, options) => {
        await plain.outbox.publishMany(trx, type, payloads, options);
        published.push(...payloads.map((payload) => ({ type, payload })));
      },
      publish: async (trx, type, payload, options) => {
        await plain.outbox.publish(trx, type, payload, options);
        published.push({ type, payload });
      },
    },
  };
  await parts.check?.(context);
  const app = parts.app(
    { name: parts.service, logger: log, identity: identity.verifier, ...PATIENT_CALLS },
    context,
  );
  let counter = 0;
  let isPlanted = false;
  const headersOf = (caller: Pick<Caller, 'id' | 'role'> | 'anon', more: Partial<Identity> = {}) =>
    identity.headers(
      caller === 'anon' ? {} : { sub: caller.id, role: caller.role, ip: '203.0.113.7', ...more },
    );

  return {
    app,
    context,
    /** The URL of the service's own database. */
    url: own.url,
    /** The variables of the service's configuration. */
    variables,
    db: database.knex,
    database,
    published,
    logged: () => lines.join(''),
    headers: headersOf,
    /** Headers of a call that the gateway signed for another service. */
    identityFor: (audience: string) => identity.headers({}, audience),
    setClock(at: Date | null): void {
      clock = at;
    },
    /** A user of this role with an account in the read model and a unique login phone. */
    async caller(role: Role = 'wali_murid', name: string | null = 'Penguji'): Promise<Caller> {
      counter += 1;
      const id = uuidv7();
      const phone = `+62811${String(20_000_000 + counter)}`;
      await database.knex('accounts').insert({ id, name, role, phone, active: true, version: 1 });
      return { id, role, name: name ?? '' };
    },
    /** Calls an endpoint; a sweep over the authorization table names it by its id. */
    call(wanted: Endpoint | string, caller: Pick<Caller, 'id' | 'role'> | 'anon', options: CallOptions = {}) {
      const endpoint = typeof wanted === 'string' ? byId.get(wanted) : wanted;
      if (!endpoint) throw new Error(`no call ${String(wanted)}`);
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
    /** Says that rows were planted that the service could not have written, and may not be able to read. */
    plants(): void {
      isPlanted = true;
    },
    /** Closes all of it. Whatever a suite wrote, no list may break at its rows: one that does fails the suite. */
    async close(): Promise<void> {
      const broken: string[] = [];
      const read = async ({ access }: Endpoint, url: string): Promise<unknown> => {
        const [role = 'admin'] = access.kind === 'roles' ? access.roles.toReversed() : [];
        const headers = headersOf({ id: uuidv7(), role });
        const { statusCode, body } = await app.inject({ method: 'GET', url, headers });
        if (statusCode === 500)
          broken.push(`${url}, read by ${role}: ${lines.findLast(isFailure)?.slice(0, SHOWN)}`);
        return statusCode === 200 ? JSON.parse(body) : null;
      };
      for (const { list, ofRow } of isPlanted ? [] : listsOf(READS.get(parts.service) ?? [])) {
        const rows = await read(list, list.path);
        for (const { id } of Array.isArray(rows) ? (rows.slice(0, ROWS) as { id?: unknown }[]) : []) {
          if (typeof id !== 'string') continue;
          for (const one of ofRow) await read(one, one.path.replace(/\{\w+\}/u, id));
        }
      }
      await app.close();
      await database.close();
      await own.drop();
      if (broken.length > 0) throw new Error(broken.join('\n'));
    },
  };
}

/** The `useDoor` of a service's suites: opens a door before their tests, gives it to `onOpen`, and closes it after them. */
export const suiteDoor =
  <Door extends { readonly close: () => Promise<void> }>(open: () => Promise<Door>) =>
  (onOpen: (door: Door) => Promise<void> | void): void => {
    let door: Door;
    beforeAll(async () => {
      door = await open();
      await onOpen(door);
    });
    afterAll(() => door.close());
  };
