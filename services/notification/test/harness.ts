import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { endpoints } from '@gerbang/contracts/all';
import type { MessageRequested } from '@gerbang/contracts/message-kinds';
import type { Role } from '@gerbang/domain/roles';
import type { Bus } from '@gerbang/service-kit/events/bus';
import type { BusJob } from '@gerbang/service-kit/events/bus-job';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { PATIENCE, PATIENT_CALLS, testDatabase } from '@gerbang/service-kit/testing/databases';
import { testIdentity, testKeyRing } from '@gerbang/service-kit/testing/identity';
import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { accountBatches } from '../src/accounts/account-events.ts';
import { buildApp } from '../src/app.ts';
import { buildContext } from '../src/context.ts';
import type { MessageProvider, OutgoingMessage, Outcome } from '../src/delivery/whatsapp.ts';

export const APP_SECRET = 'app-secret-of-the-test';
export const VERIFY_TOKEN = 'verify-token-of-the-test';
/** Limits that no test reaches which is not about them. */
const WIDE = {
  MESSAGES_A_DAY: 100_000,
  SECURITY_NOTICES_A_DAY: 100_000,
  UNPROVED_MESSAGES_A_DAY: 100_000,
  UNPROVED_MESSAGES: 100_000,
};

/** A caller of the board. */
export interface Caller {
  readonly id: string;
  readonly role: Role;
}

const byId = new Map(endpoints.map((value) => [value.id, value]));

/** A queue that notes what is added and works nothing: tests deliver by hand. */
export function silentBus() {
  const added: { queue: string; job: BusJob; jobId: string | undefined; delayMs: number | undefined }[] = [];
  const bus = {
    add: async (queue: string, job: BusJob, options: { jobId?: string; delayMs?: number } = {}) => {
      added.push({ queue, job, jobId: options.jobId, delayMs: options.delayMs });
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
  return { bus: bus as unknown as Bus, added };
}

/** A provider whose next answers are given; it notes every send. */
export function scriptedProvider() {
  const sends: OutgoingMessage[] = [];
  const script: (Outcome | ((message: OutgoingMessage) => Promise<Outcome>))[] = [];
  const provider: MessageProvider = {
    async send(message) {
      sends.push(message);
      const next = script.shift();
      if (typeof next === 'function') return next(message);
      return next ?? { is: 'accepted', wamid: `wamid.${randomBytes(9).toString('hex')}` };
    },
  };
  return { provider, sends, script };
}

/** A suite's worker whose provider is scripted and whose queue notes; each test begins without messages. */
export function useWorker(onOpen: (worker: Awaited<ReturnType<typeof startWorker>>) => Promise<void> | void) {
  const { bus, added } = silentBus();
  const { provider, sends, script } = scriptedProvider();
  let worker: Awaited<ReturnType<typeof startWorker>>;
  beforeAll(async () => {
    worker = await startWorker({ bus, provider });
    await onOpen(worker);
  });
  afterAll(() => worker.stop());
  beforeEach(async () => {
    await worker.knex.raw('truncate notifications, send_stops, early_webhooks');
    for (const noted of [sends, script, added, worker.logs]) noted.length = 0;
  });
  return { bus, added, sends, script };
}

/** The worker with a database of its own. */
export async function startWorker(parts: {
  bus: Bus;
  provider: MessageProvider;
  mail?: MessageProvider;
  mailSecret?: string;
  bulkRate?: number;
  limits?: typeof WIDE;
  price?: number;
}) {
  const own = await testDatabase('notification', join(__dirname, '../migrations'));
  const identity = testIdentity('notification');
  const columnKeys = testKeyRing('columns');
  let phones = 0;
  const database = createDatabase(own.url, { max: 8, ...PATIENCE });
  const busKeys = testKeyRing('bus');
  const busSealer = createSealer(busKeys);
  const logs: string[] = [];
  const logger = createLogger('notification', 'trace', { write: (line) => void logs.push(line) });
  const config = {
    BUS_KEYS: busKeys,
    COLUMN_KEYS: columnKeys,
    DATABASE_URL: own.url,
    PUBLIC_ORIGIN: 'https://portal.example',
    WHATSAPP_APP_SECRET: APP_SECRET,
    WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN,
    BULK_RATE: parts.bulkRate ?? 80,
    MAIL_WEBHOOK_SECRET: parts.mailSecret,
    WHATSAPP_MESSAGE_PRICE: parts.price,
    ...(parts.limits ?? WIDE),
  };
  const context = buildContext(
    config,
    database,
    parts.bus,
    { whatsapp: parts.provider, mail: parts.mail ?? null },
    logger,
  );
  const ready = async () => {
    await database.ping();
    await parts.bus.ping('notification');
  };
  const app = buildApp(
    { name: 'notification', logger, identity: identity.verifier, ready, ...PATIENT_CALLS },
    context,
  );
  const { delivery, intake, webhooks, sweeper } = context;
  const service = { app, intake, webhooks, sweeper, deliver: (id: string) => delivery.deliver(id) };

  /** The job of a requested message, as the asking service's relay adds it. */
  function job(request: Partial<MessageRequested> = {}): BusJob {
    const id = uuidv7();
    const full: MessageRequested = {
      dedupeKey: `test:${id}`,
      kind: 'password_changed',
      to: '+6281234567890',
      params: { name: 'Siti' },
      priority: 'normal',
      ...request,
    };
    return {
      id,
      type: 'message.requested',
      version: 1,
      sealed: busSealer.seal(full, eventAad('message.requested', id)),
    };
  }

  const headersOf = (caller: Caller | 'anon', mcp = false) =>
    identity.headers(caller === 'anon' ? {} : { sub: caller.id, role: caller.role, ip: '203.0.113.7', mcp });

  /** What auth's event says of an account comes in; without a number it gets an unused one. */
  async function account(
    role: Role,
    name: string | null = 'Penguji',
    more: {
      id?: string;
      phone?: string | null;
      active?: boolean;
      version?: number;
      proved?: boolean;
      email?: string | null;
    } = {},
  ): Promise<Caller> {
    phones += 1;
    const {
      id = uuidv7(),
      phone = `+62819${String(10_000_000 + phones)}`,
      active = true,
      version = 1,
    } = more;
    const { proved: phone_verified, email } = more;
    const event = {
      id,
      name,
      role,
      phone,
      active,
      version,
      ...(phone_verified !== undefined && { phone_verified }),
      ...(email !== undefined && { email }),
    };
    await database.transaction(async (trx) =>
      accountBatches(columnKeys)['account.changed']?.(trx, [
        { payload: event, meta: { id: uuidv7(), version, requestId: undefined } },
      ]),
    );
    return { id, role };
  }

  /** Calls an endpoint by its row of the authorization table. */
  function call(
    id: string,
    caller: Caller | 'anon',
    options: { id?: string; query?: string; headers?: Record<string, string>; body?: unknown } = {},
  ) {
    const endpoint = byId.get(id);
    if (!endpoint) throw new Error(`no call ${id}`);
    const path = endpoint.path.replace('{id}', options.id ?? '');
    return service.app.inject({
      method: endpoint.method,
      url: options.query ? `${path}?${options.query}` : path,
      headers: { ...headersOf(caller), ...options.headers },
      ...(options.body !== undefined && { payload: options.body as object }),
    });
  }

  return {
    context,
    service,
    headers: headersOf,
    identityFor: (audience: string) => identity.headers({}, audience),
    account,
    call,
    columnKeys,
    url: own.url,
    knex: own.knex,
    database,
    busSealer,
    logs,
    job,
    /** Writes the row of a message; answers its id. */
    async ask(request: Partial<MessageRequested> = {}): Promise<string> {
      const asked = job(request);
      await service.intake(asked);
      return asked.id;
    },
    row: (id: string) => own.knex('notifications').where({ id }).first(),
    /** Moves the message's next try, lease and stops to the past: time is moved by changing the row's time. */
    async pass(id: string): Promise<void> {
      await own.knex('send_stops').update({ until: own.knex.raw(`now() - interval '1 second'`) });
      await own
        .knex('notifications')
        .where({ id })
        .update({ next_attempt_at: own.knex.raw('now()'), lease_until: '-infinity' });
    },
    async stop(): Promise<void> {
      await service.app.close();
      await database.close();
      await own.drop();
    },
  };
}

/** Every row of every table of a database as text, for the search of canaries. */
export async function dumpOf(knex: Knex): Promise<string> {
  const { rows } = await knex.raw(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { schema, name } of rows) {
    const found = await knex.raw('select t::text as text from ??.?? t', [schema, name]);
    texts.push(...found.rows.map((row: { text: string }) => row.text));
  }
  return texts.join('\n');
}
