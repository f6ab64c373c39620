import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { EVENTS_TOGETHER } from '@gerbang/contracts/event-queues';
import type { MessageRequested } from '@gerbang/contracts/message-kinds';
import { createBus } from '@gerbang/service-kit/events/bus';
import { TOGETHER } from '@gerbang/service-kit/events/bus-job';
import type { BusStore } from '@gerbang/service-kit/events/bus-store';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { freePort } from '@gerbang/service-kit/testing/fake-server';
import { testIdentity } from '@gerbang/service-kit/testing/identity';
import { launcher } from '@gerbang/service-kit/testing/launcher';
import { uuidv7 } from 'uuidv7';
import { createSimulator } from '@gerbang/simulator/app';
import { APP_SECRET, VERIFY_TOKEN } from './harness.ts';
import { until } from '@gerbang/service-kit/testing/until';

const TOKEN = 'token-of-the-test';
const NUMBER = '100000000000001';

/** A family that takes messages and letters. */
export interface Family {
  readonly id: string;
  readonly phone: string;
  readonly email: string;
}

/**
 * The worker as a real process under a supervisor that the test plays, with the simulator and databases of its own; with
 * `letters` it also sends letters, to the simulator's mail server.
 */
export async function openWorkerProgram({ redisUrl, letters }: { redisUrl?: string; letters?: true } = {}) {
  const own = await testDatabase('notification', join(__dirname, '../migrations'));
  const queue = redisUrl ? null : await testDatabase('notificationqueue');
  const place: BusStore = redisUrl ? { redisUrl } : { queueDatabaseUrl: queue?.url ?? '' };
  const key = randomBytes(32);
  const sealer = createSealer([{ id: 'k', key }]);
  const port = await freePort();
  const simulator = createSimulator({
    token: TOKEN,
    phoneNumberId: NUMBER,
    appSecret: APP_SECRET,
    webhookUrl: `http://127.0.0.1:${port}/webhooks/whatsapp`,
  });
  const identity = testIdentity('notification');
  const mail = letters && {
    SMTP_URL: `smtp://127.0.0.1:${await simulator.smtp.listen('127.0.0.1', 0)}`,
    MAIL_FROM: 'Sekolah Contoh <ppdb@contoh.sch.id>',
  };
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    NODE_ENV: 'test',
    PORT: String(port),
    QUEUE_LOCK_SECONDS: '1',
    LOG_LEVEL: 'warn',
    DATABASE_URL: own.url,
    ...('redisUrl' in place ? { REDIS_URL: place.redisUrl } : { QUEUE_DATABASE_URL: place.queueDatabaseUrl }),
    BUS_KEYS: `k:${key.toString('base64')}`,
    COLUMN_KEYS: `k:${randomBytes(32).toString('base64')}`,
    AUDIT_KEY: randomBytes(32).toString('base64'),
    PUBLIC_ORIGIN: 'https://portal.example',
    WHATSAPP_BASE_URL: await simulator.app.listen({ host: '127.0.0.1', port: 0 }),
    WHATSAPP_TOKEN: TOKEN,
    WHATSAPP_PHONE_NUMBER_ID: NUMBER,
    WHATSAPP_APP_SECRET: APP_SECRET,
    WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN,
    BULK_RATE: '80',
    MESSAGES_A_DAY: '100000',
    SECURITY_NOTICES_A_DAY: '100000',
    IDENTITY_KEYS: identity.keysText,
    ...mail,
  };
  const { launch, end: endAll } = launcher(__dirname, env);
  let known = 0;

  return {
    knex: own.knex,
    simulator,
    launch,
    /** Starts the worker; resolves when it is ready. */
    async start(): Promise<ChildProcess> {
      const child = launch('../src/main.ts');
      child.stdout?.resume();
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`The worker ended with ${child.exitCode}`);
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
        return answer?.ok ?? false;
      });
      return child;
    },
    /** Ends a process; returns its exit code, null where it was killed. */
    end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      child.kill(signal);
      return ended;
    },
    /** Gives the queue the jobs of these messages, as the relay of an asking service does; returns their ids. */
    async ask(requests: readonly MessageRequested[]): Promise<string[]> {
      const bus = createBus(place, createLogger('test', 'silent'));
      const ids: string[] = [];
      for (const request of requests) {
        const id = uuidv7();
        const sealed = sealer.seal(request, eventAad('message.requested', id));
        const name = request.priority === 'code' ? 'notification-codes' : 'notification';
        await bus.add(name, { id, type: 'message.requested', version: 1, sealed });
        ids.push(id);
      }
      await bus.close();
      return ids;
    },
    /** Tells of so many families with a proved number and address; resolves when the worker, which must run, knows them. */
    async families(count: number): Promise<Family[]> {
      const bus = createBus(place, createLogger('test', 'silent'));
      const made: Family[] = [];
      while (made.length < count) {
        known += 1;
        const phone = `+62819${String(known).padStart(8, '0')}`;
        const family = { id: uuidv7(), phone, email: `wali${known}@contoh.id` };
        const account = { ...family, name: 'Siti', role: 'wali_murid', phone_verified: true, active: true };
        const id = uuidv7();
        const sealed = sealer.seal({ ...account, version: 1 }, eventAad('account.changed', id));
        await bus.add('notification-accounts', { id, type: 'account.changed', version: 1, sealed });
        made.push(family);
      }
      await bus.close();
      const ids = made.map(({ id }) => id);
      await until(async () => (await own.knex('accounts').whereIn('id', ids)).length === count);
      return made;
    },
    /** The inbox of an account as the worker, which must run, returns it. */
    async inboxOf(id: string): Promise<{ title: string; state: string }[]> {
      const headers = identity.headers({ sub: id, role: 'wali_murid' });
      const response = await fetch(`http://127.0.0.1:${port}/api/notifications`, { headers });
      return (await response.json()) as { title: string; state: string }[];
    },
    /** The same in waves, as bulk messages are published. */
    async askTogether(requests: readonly MessageRequested[]): Promise<void> {
      const bus = createBus(place, createLogger('test', 'silent'));
      for (let from = 0; from < requests.length; from += EVENTS_TOGETHER) {
        const wave = requests
          .slice(from, from + EVENTS_TOGETHER)
          .map((payload) => ({ id: uuidv7(), version: 1, payload }));
        const id = uuidv7();
        const sealed = sealer.seal(wave, eventAad('message.requested', id));
        await bus.add('notification-bulk', { id, type: 'message.requested', version: 1, sealed });
      }
      await bus.close();
    },
    /** The same for messages of people: those that were asked for at about the same time come as one job. */
    async askGathered(requests: readonly MessageRequested[]): Promise<void> {
      const bus = createBus(place, createLogger('test', 'silent'));
      for (let from = 0; from < requests.length; from += EVENTS_TOGETHER) {
        const events = requests.slice(from, from + EVENTS_TOGETHER).map((request) => {
          const id = uuidv7();
          const sealed = sealer.seal({ ...request, priority: 'normal' }, eventAad('message.requested', id));
          return { id, type: 'message.requested', version: 1, sealed };
        });
        await bus.add('notification', { id: uuidv7(), type: TOGETHER, version: 1, sealed: '', events });
      }
      await bus.close();
    },
    /**
     * Sixteen minutes pass: every time of the rows that wait is moved, so that leases and waits are over, and for so long
     * that the sweeper takes their bells, which ring by the real time, for lost.
     */
    async passTime(): Promise<void> {
      const earlier = (column: string) => own.knex.raw(`?? - interval '16 minutes'`, [column]);
      await own
        .knex('notifications')
        .whereIn('status', ['pending', 'retry'])
        .update({
          lease_until: earlier('lease_until'),
          next_attempt_at: earlier('next_attempt_at'),
          renumbered_at: earlier('renumbered_at'),
          created_at: earlier('created_at'),
          expires_at: earlier('expires_at'),
        });
    },
    async close(): Promise<void> {
      endAll();
      await simulator.app.close();
      await own.drop();
      await queue?.drop();
    },
  };
}
