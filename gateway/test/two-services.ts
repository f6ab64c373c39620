import {
  eventBatches as admissionBatches,
  eventHandlers as admissionHandlers,
} from '@gerbang/admission-service/events/handlers';
import type { Door as Admission } from '@gerbang/admission-service/test/door';
import {
  eventBatches as billingBatches,
  eventHandlers as billingHandlers,
} from '@gerbang/billing-service/events/handlers';
import type { Door as Billing } from '@gerbang/billing-service/test/door';
import { SUBSCRIPTIONS, type Topic, waveSchema } from '@gerbang/contracts/event-queues';
import type { EventType } from '@gerbang/contracts/events';
import type { Bus } from '@gerbang/service-kit/events/bus';
import type { BusJob } from '@gerbang/service-kit/events/bus-job';
import { type BatchHandlers, type Handlers, startConsumers } from '@gerbang/service-kit/events/consumers';
import { eventAad } from '@gerbang/service-kit/events/outbox';

const QUEUES = ['admission', 'billing'] as const;
type Queue = (typeof QUEUES)[number];

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
  door: Pick<Admission | Billing, 'context'>,
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
 * Admission and billing, each on its own database. The events of these types that they send each other are read from their
 * outboxes and wait until `deliver` hands them over, in any order that the test likes.
 */
export function connect(
  { admission, billing }: { readonly admission: Admission; readonly billing: Billing },
  types: readonly EventType[],
) {
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
        if (!types.includes(type)) continue;
        const payload = context.sealer.open(sealed, eventAad(type, id));
        for (const queue of QUEUES) {
          const read: readonly string[] = SUBSCRIPTIONS[topic as Topic];
          const alone = { id, version: Number(version), payload };
          // A wave's events may also come one by one.
          const events = read.includes(`${queue}-bulk`) ? waveSchema.parse(payload) : [alone];
          if (read.includes(queue) || events[0] !== alone)
            waiting.push(...events.map((event) => ({ queue, type, ...event })));
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
  };
}
