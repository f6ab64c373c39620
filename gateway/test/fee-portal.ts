import {
  eventBatches as admissionBatches,
  eventHandlers as admissionHandlers,
} from '@gerbang/admission-service/events/handlers';
import { openDoor as openAdmission } from '@gerbang/admission-service/test/door';
import { makeRegistration } from '@gerbang/admission-service/test/families';
import {
  eventBatches as billingBatches,
  eventHandlers as billingHandlers,
} from '@gerbang/billing-service/events/handlers';
import { openDoor as openBilling } from '@gerbang/billing-service/test/door';
import { type EventType, SUBSCRIPTIONS, type Topic } from '@gerbang/contracts/events';
import type { Bus, BusJob } from '@gerbang/service-kit/events/bus';
import { type BatchHandlers, type Handlers, startConsumers } from '@gerbang/service-kit/events/consumers';
import { eventAad } from '@gerbang/service-kit/events/outbox';

const EVENTS: readonly EventType[] = [
  'registration.changed',
  'fee.booked',
  'fee.settled',
  'fee.settlement.refused',
];
const QUEUES = ['admission', 'billing'] as const;
type Queue = (typeof QUEUES)[number];
type Admission = Awaited<ReturnType<typeof openAdmission>>;
type Billing = Awaited<ReturnType<typeof openBilling>>;

/** An event on its way to a queue. */
export interface Travelling {
  readonly queue: Queue;
  readonly id: string;
  readonly type: EventType;
  readonly version: number;
  readonly payload: unknown;
}

/** A service's consumer of its queue, on this database: an event that comes again under its id has no effect. */
function consumer(
  queue: Queue,
  door: Admission | Billing,
  database: Admission['database'],
  handlers: Handlers,
  batches: BatchHandlers,
) {
  let handle: (job: BusJob) => Promise<void> = () => Promise.reject(new Error('no consumer'));
  const worker = (_queue: string, handler: typeof handle) => {
    handle = handler;
  };
  const { sealer } = door.context;
  startConsumers({ bus: { worker } as unknown as Bus, database, sealer, queue, handlers, batches });
  return ({ id, type, version, payload }: Travelling) =>
    handle({ id, type, version, sealed: sealer.seal(payload, eventAad(type, id)) });
}

/**
 * Admission and billing, each on its own database. What they say to each other about registrations and fees is read from
 * their outboxes and waits in `waiting` until `deliver` hands it over, in any order that the test likes.
 */
export async function openFeePortal() {
  const [admission, billing] = [await openAdmission(), await openBilling()];
  const doors = { admission, billing };
  const consumersOn = (on: Readonly<Record<Queue, Admission['database']>>) => {
    const [ofAdmission, ofBilling] = [
      { ...admission.context, database: on.admission },
      { ...billing.context, database: on.billing },
    ];
    return {
      admission: consumer(
        'admission',
        admission,
        on.admission,
        admissionHandlers(ofAdmission),
        admissionBatches(ofAdmission),
      ),
      billing: consumer(
        'billing',
        billing,
        on.billing,
        billingHandlers(ofBilling),
        billingBatches(ofBilling),
      ),
    };
  };
  const living = { admission: admission.database, billing: billing.database };
  const consumers = consumersOn(living);
  const waiting: Travelling[] = [];

  async function collect(): Promise<Travelling[]> {
    for (const { db, context } of [admission, billing]) {
      // All of them, so that those that no consumer waits for do not pile up where the next ones are looked for.
      const rows = await db('outbox_events').whereNull('relayed_at').orderBy('id');
      for (const { id, type, version, topic, sealed } of rows) {
        if (!EVENTS.includes(type)) continue;
        const payload = context.sealer.open(sealed, eventAad(type, id));
        for (const queue of QUEUES) {
          const read: readonly string[] = SUBSCRIPTIONS[topic as Topic];
          if (read.includes(queue)) waiting.push({ queue, id, type, version: Number(version), payload });
        }
      }
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await db('outbox_events').whereIn('id', ids).update({ relayed_at: new Date() });
    }
    return waiting;
  }
  const hand = (event: Travelling) => consumers[event.queue](event);
  /** Hands over the waiting event that `pick` chooses among so many; undefined where none waits. */
  async function deliver(pick: (count: number) => number): Promise<Travelling | undefined> {
    const { length } = await collect();
    const [one] = length === 0 ? [] : waiting.splice(pick(length), 1);
    if (one) await hand(one);
    return one;
  }
  async function settle(pick: (count: number) => number = () => 0): Promise<void> {
    while (await deliver(pick));
  }

  return {
    ...doors,
    /** The events that no consumer has yet. */
    waiting: collect,
    /** Hands an event over, again if it likes. */
    hand,
    /** The same to consumers of which one service's database is another one, for instance one that dies. */
    handOn: (event: Travelling, on: Partial<typeof living>) =>
      consumersOn({ ...living, ...on })[event.queue](event),
    deliver,
    /** Hands over everything, also what follows from it; `pick` chooses the next of so many. */
    settle,
    /** So many families with a registration whose fee is open, known to billing. */
    async registered(count: number) {
      const families = await Promise.all(
        Array.from({ length: count }, async () => {
          const family = await admission.caller();
          return { family, made: await makeRegistration(admission, family) };
        }),
      );
      await settle();
      return families;
    },
    async close(): Promise<void> {
      await Promise.all([admission.close(), billing.close()]);
    },
  };
}

export type FeePortal = Awaited<ReturnType<typeof openFeePortal>>;
