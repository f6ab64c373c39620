import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWaveTopic, waveSchema } from '@gerbang/contracts/event-queues';
import type { EventPayload } from '@gerbang/contracts/events';
import { createBus } from '@gerbang/service-kit/events/bus';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { testIdentity } from '@gerbang/service-kit/testing/identity';
import { launcher } from '@gerbang/service-kit/testing/launcher';
import { parseConfig } from '@gerbang/service-kit/program/config';
import { uuidv7 } from 'uuidv7';
import { configSchema } from '../src/config.ts';
import { MIGRATIONS } from './door.ts';
import { PUBLISHED_AT, PUBLISHER, type Published } from './registration-stages-results.ts';

export interface Waiting {
  readonly id: string;
  readonly child_id: string;
}

/** Admission as real processes on a database and a queue of its own; the test plays announcements and the supervisor. */
export async function openResultsWorld() {
  const own = await testDatabase('admission', MIGRATIONS);
  const queue = await testDatabase('admissionqueue');
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-results-'));
  const key = randomBytes(32);
  const sealer = createSealer([{ id: 'k', key }]);
  const secret = () => randomBytes(32).toString('base64');
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    NODE_ENV: 'test',
    PORT: '0',
    QUEUE_LOCK_SECONDS: '1',
    LOG_LEVEL: 'error',
    DATABASE_URL: own.url,
    QUEUE_DATABASE_URL: queue.url,
    BUS_KEYS: `k:${key.toString('base64')}`,
    COLUMN_KEYS: `c:${secret()}`,
    BLIND_INDEX_KEY: secret(),
    CODE_KEY: secret(),
    AUDIT_KEY: secret(),
    INTERNAL_KEY: secret(),
    IDENTITY_KEYS: testIdentity('admission').keysText,
    AUTH_URL: 'http://127.0.0.1:9',
    BILLING_URL: 'http://127.0.0.1:9',
    PUBLIC_ORIGIN: 'http://localhost:8080',
    FILES_DIR: folder,
  };
  const { launch, end: endAll } = launcher(__dirname, env);

  /** The events in the outbox, those of a wave one by one. */
  const eventsOf = async (type: string): Promise<unknown[]> => {
    const rows = await own.knex('outbox_events').where({ type }).orderBy('id');
    return rows.flatMap((row) => {
      const opened = sealer.open(row.sealed, eventAad(row.type, row.id));
      return isWaveTopic(row.topic) ? waveSchema.parse(opened).map(({ payload }) => payload) : [opened];
    });
  };

  return {
    db: own.knex,
    folder,
    config: parseConfig(configSchema, env),
    launch,
    /** Registrations of as many families that wait for their result. */
    async waiting(count: number): Promise<Waiting[]> {
      const { rows } = await own.knex.raw(
        `with people as (
           select gen_random_uuid() as account, gen_random_uuid() as parent, gen_random_uuid() as child,
             gen_random_uuid() as registration, gen_random_uuid() as proof, n from generate_series(1, ?) as n
         ), a as (
           insert into accounts (id, name, role, phone, active, version)
           select account, 'Wali ' || n, 'wali_murid', '+62812' || (10000000 + n), true, 1 from people
         ), p as (insert into parents (id, user_id) select parent, account from people
         ), c as (
           insert into children (id, parent_id, full_name, birth_city, birth_date)
           select child, parent, 'Anak ' || n, 'Jakarta', '2019-05-04' from people
         ), f as (
           insert into files (id, uploader_id, uploader_role, purpose, name, media_type, size)
           select proof, account, 'wali_murid', 'payment_evidence', 'bukti.jpg', 'image/jpeg', 1 from people
         ), r as (
           insert into registrations (id, child_id, registration_number, jenjang, kelas, academic_year, current_stage,
             payment_amount, payment_status, payment_verified_at, payment_verified_by, payment_evidence_file_id)
           select registration, child, 'PSB-2026-SD-' || n, 'SD', '1', '2026/2027', 'waiting_announcement', 550000,
             'verified', now(), account, proof from people
         ) select registration as id, child as child_id from people order by n`,
        [count],
      );
      return rows as Waiting[];
    },
    /** The job of a result that goes its own way. */
    job(one: Waiting, change: Partial<Published> = {}) {
      const event: Published = {
        announcement_id: uuidv7(),
        result_id: uuidv7(),
        registration_id: one.id,
        child_id: one.child_id,
        result: 'passed',
        published_at: PUBLISHED_AT,
        published_by: PUBLISHER,
        ...change,
      };
      const id = uuidv7();
      const type = 'result.published';
      return { id, type, version: 1, sealed: sealer.seal(event, eventAad(type, id)) };
    },
    /** The job of results that were published together. */
    jobTogether(ones: readonly Waiting[]) {
      const event: EventPayload<'results.published'> = {
        announcement_id: uuidv7(),
        published_at: PUBLISHED_AT,
        published_by: PUBLISHER,
        results: ones.map((one) => ({
          result_id: uuidv7(),
          registration_id: one.id,
          child_id: one.child_id,
          result: 'passed',
        })),
      };
      const id = uuidv7();
      const type = 'results.published';
      return { id, type, version: 1, sealed: sealer.seal(event, eventAad(type, id)) };
    },
    /** Gives the queue these jobs. */
    async ring(
      jobs: readonly { id: string; type: string; version: number; sealed: string }[],
    ): Promise<void> {
      const bus = createBus({ queueDatabaseUrl: queue.url }, createLogger('test', 'silent'));
      for (const job of jobs) await bus.add('admission', job);
      await bus.close();
    },
    /** The messages that were asked for, opened. */
    async messages(): Promise<EventPayload<'message.requested'>[]> {
      return (await eventsOf('message.requested')) as never;
    },
    /** What a result leaves behind, counted. */
    async traces() {
      const count = async (from: string, where: Record<string, unknown> = {}) =>
        Number((await own.knex(from).where(where).count('* as n').first())?.n);
      return {
        stages: await count('registrations', { current_stage: 'passed' }),
        history: await count('registration_stages', { stage: 'passed' }),
        trail: await count('audit_events', { action: 'registration.stage_changed' }),
        messages: (await eventsOf('message.requested')).length,
        changes: (await eventsOf('registration.changed')).length,
        worked: await count('processed_events'),
      };
    },
    async close(): Promise<void> {
      endAll();
      await own.drop();
      await queue.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
