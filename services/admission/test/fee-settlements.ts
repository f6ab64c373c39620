import type { EventPayload } from '@gerbang/contracts/events';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import type { Bus } from '@gerbang/service-kit/events/bus';
import type { BusJob } from '@gerbang/service-kit/events/bus-job';
import { startConsumers } from '@gerbang/service-kit/events/consumers';
import { uuidv7 } from 'uuidv7';
import { eventBatches, eventHandlers } from '../src/events/handlers.ts';
import { type Door, openDoor } from './door.ts';

export type Settled = EventPayload<'fee.settled'>;

export const FINANCE = { id: uuidv7(), name: 'Fina Keuangan', role: 'finance' } as const;

/** Money of a line of the bank for this fee. */
export const settled = (
  of: { readonly id: string; readonly payment_amount: number },
  change: Partial<Settled> = {},
): Settled => ({
  registration_id: of.id,
  amount: of.payment_amount,
  settled_on: '2026-11-18',
  source: { kind: 'bank_line', id: uuidv7() },
  actor: FINANCE,
  ...change,
});

/** What the queue does: gives `fee.settled` to admission's consumer, the same event again under the same id. */
export function settlements(door: Door, database: Door['database'] = door.database) {
  let bring: (job: BusJob) => Promise<void> = () => Promise.reject(new Error('no consumer'));
  startConsumers({
    bus: {
      worker: (_queue: string, handler: typeof bring) => {
        bring = handler;
      },
    } as unknown as Bus,
    database,
    sealer: door.context.sealer,
    queue: 'admission',
    handlers: eventHandlers({ ...door.context, database }),
    batches: eventBatches({ ...door.context, database }),
  });
  const give = (type: 'fee.settled' | 'fees.settled', event: object, id: string): Promise<void> =>
    bring({ id, type, version: 1, sealed: door.context.sealer.seal(event, eventAad(type, id)) });
  const one = (event: Settled, id = uuidv7()) => give('fee.settled', event, id);
  /** Money for several fees that one transfer pays. */
  const together = (event: EventPayload<'fees.settled'>, id = uuidv7()) => give('fees.settled', event, id);
  return Object.assign(one, { together });
}

/** A service that finance and the bank's money come to. */
export async function openSettlements() {
  const door = await openDoor();
  return { door, finance: await door.caller('finance', 'Budi Santoso'), settle: settlements(door) };
}
