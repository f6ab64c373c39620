import { randomUUID } from 'node:crypto';
import { buildApp as admissionApp } from '@gerbang/admission-service/app';
import {
  eventBatches as admissionBatches,
  eventHandlers as admissionHandlers,
} from '@gerbang/admission-service/events/handlers';
import { openDoor as openAdmission } from '@gerbang/admission-service/test/door';
import { buildApp as announcementApp } from '@gerbang/announcement-service/app';
import {
  eventBatches as announcementBatches,
  eventHandlers as announcementHandlers,
} from '@gerbang/announcement-service/events/handlers';
import { openDoor as openAnnouncement } from '@gerbang/announcement-service/test/door';
import { buildApp as billingApp } from '@gerbang/billing-service/app';
import {
  eventBatches as billingBatches,
  eventHandlers as billingHandlers,
} from '@gerbang/billing-service/events/handlers';
import { openDoor as openBilling } from '@gerbang/billing-service/test/door';
import { fakeAdmission } from '@gerbang/billing-service/test/fake-admission';
import { SUBSCRIPTIONS, topicOf } from '@gerbang/contracts/event-queues';
import type { EventType } from '@gerbang/contracts/events';
import type { BatchHandlers, Handlers } from '@gerbang/service-kit/events/consumers';
import { createVerifier, type Verifier } from '@gerbang/service-kit/http/identity';
import { identityKeys } from '@gerbang/service-kit/http/identity-keys';
import { createLogger } from '@gerbang/service-kit/program/logger';
import type { Published } from '@gerbang/service-kit/testing/door';
import type { FastifyInstance } from 'fastify';
import type { Knex } from 'knex';
import { openDoor } from './door.ts';

type Transaction = <T>(work: (trx: Knex.Transaction) => Promise<T>) => Promise<T>;

/** A service's queue, as a function that handles one event in a transaction. */
function consumer(
  database: { readonly transaction: Transaction },
  handlers: Handlers,
  batches: BatchHandlers,
) {
  return ({ type, payload }: Published): Promise<void> =>
    database.transaction(async (trx) => {
      const meta = { id: randomUUID(), version: 1, requestId: undefined };
      const batch = batches[type] as ((trx: Knex, events: unknown[]) => Promise<void>) | undefined;
      const handler = handlers[type] as ((...all: unknown[]) => Promise<void>) | undefined;
      await (batch ? batch(trx, [{ payload, meta }]) : handler?.(trx, payload, meta));
    });
}

/**
 * The gateway before the three real services of the dashboard, each on its own database. Their events wait in `waiting`
 * until `deliver` hands them over, in any order that the test likes.
 */
export async function openDashboardPortal() {
  const files = await fakeAdmission();
  const admission = await openAdmission();
  const announcement = await openAnnouncement();
  const billing = await openBilling(files.environment);
  const verifiers = new Map<string, Verifier>();
  const logger = createLogger('dashboard', 'silent');
  const options = (name: string) => ({
    name,
    logger,
    identity: (header: unknown) => verifiers.get(name)?.(header) ?? null,
  });
  const apps: FastifyInstance[] = [
    admissionApp(options('admission'), admission.context),
    announcementApp(options('announcement'), announcement.context),
    billingApp(options('billing'), billing.context),
  ];
  const [ADMISSION_URL = '', ANNOUNCEMENT_URL = '', BILLING_URL = ''] = await Promise.all(
    apps.map((app) => app.listen({ host: '127.0.0.1', port: 0 })),
  );
  const door = await openDoor({ ADMISSION_URL, ANNOUNCEMENT_URL, BILLING_URL });
  let clock = 0;
  const time = () => clock;
  const gateways = [await door.build({}, undefined, { time }), await door.build({}, undefined, { time })];
  for (const name of ['admission', 'announcement', 'billing']) {
    verifiers.set(name, createVerifier(identityKeys(door.identity.secrets, name), name));
  }

  const consumers: Readonly<Record<string, (event: Published) => Promise<void>>> = {
    admission: consumer(
      admission.database,
      admissionHandlers(admission.context),
      admissionBatches(admission.context),
    ),
    announcement: consumer(
      announcement.database,
      announcementHandlers(announcement.context),
      announcementBatches(),
    ),
    billing: consumer(billing.database, billingHandlers(billing.context), billingBatches(billing.context)),
  };
  const waiting: { readonly queue: string; readonly event: Published }[] = [];
  const collect = () => {
    for (const { published } of [admission, announcement, billing]) {
      for (const event of published.splice(0)) {
        const topic = topicOf(event.type, event.payload as never);
        // Messages in waves are none of these services'.
        if (topic in SUBSCRIPTIONS) for (const queue of SUBSCRIPTIONS[topic]) waiting.push({ queue, event });
      }
    }
    return waiting;
  };

  return {
    door,
    /** Two gateways whose clock of announcement's word stands still until `pass` moves it. */
    gateways,
    time,
    pass(milliseconds: number): void {
      clock += milliseconds;
    },
    files,
    admission,
    announcement,
    billing,
    /** The events that no consumer has yet. */
    waiting: collect,
    /** Hands over the waiting event at this place. */
    async deliver(at: number): Promise<void> {
      const [one] = collect().splice(at, 1);
      if (one) await consumers[one.queue]?.(one.event);
    },
    /** Hands over everything, also what follows from it; `only` = of these types. */
    async settle(only?: readonly EventType[]): Promise<void> {
      const due = () => collect().findIndex(({ event }) => !only || only.includes(event.type));
      for (let at = due(); at >= 0; at = due()) await this.deliver(at);
    },
    async close(): Promise<void> {
      await Promise.all(gateways.map((one) => one.close()));
      await door.close();
      await Promise.all(apps.map((app) => app.close()));
      await Promise.all([admission.close(), announcement.close(), billing.close(), files.close()]);
    },
  };
}

export type DashboardPortal = Awaited<ReturnType<typeof openDashboardPortal>>;
