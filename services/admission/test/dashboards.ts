import { familyDashboard } from '@gerbang/contracts/dashboard';
import type { EventPayload } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';
import { eventBatches, eventHandlers } from '../src/events/handlers.ts';
import { composer } from '../src/dashboard/compose-dashboards.ts';
import type { Caller, Door } from './door.ts';

export const MISSING = 'x-gerbang-missing-areas';

/** The family's dashboard as the gateway gets it. */
export const readDashboard = (door: Door, caller: Caller, headers: Record<string, string> = {}) =>
  door.app.inject({
    method: 'GET',
    url: familyDashboard.path,
    headers: { ...door.headers(caller), ...headers },
  });

/** The stored answer, or null. */
export const storedBody = async (door: Door, { id }: Caller): Promise<string | null> =>
  (await door.db('family_dashboards').where({ user_id: id }).first('body'))?.body ?? null;

/** A fresh answer, past the read model. */
export const freshBody = async (door: Door, { id }: Caller): Promise<string> =>
  (await composer(door.context)(id)).body;

type Handled = 'results.published' | 'results.told' | 'dues.changed' | 'account.changed';

/** Works an event as the consumer does. */
export const take = <T extends Handled>(door: Door, type: T, payload: EventPayload<T>): Promise<void> =>
  door.database.transaction(async (trx) => {
    const meta = { id: uuidv7(), version: 1, requestId: undefined };
    await eventHandlers(door.context)[type]?.(trx, payload as never, meta);
    await eventBatches(door.context)[type]?.(trx, [{ payload, meta }] as never);
  });

export const TEXT = {
  title: 'Hasil Observasi',
  content: 'Selamat',
  observation_period: 'Gelombang 1',
  jenjang: 'SD',
} as const;

/** The dues of a family with one open invoice. */
export function someDues(
  { id }: Caller,
  change: Partial<EventPayload<'dues.changed'>['families'][number]> = {},
): EventPayload<'dues.changed'>['families'][number] {
  return {
    user_id: id,
    version: 1,
    invoices: [
      {
        invoice_id: uuidv7(),
        invoice_number: 'INV-2026-000001',
        installment_name: 'Lunas',
        child_name: 'Aisyah',
        due_date: '2026-12-01',
        total_amount: 10_000_000,
        amount_paid: 4_000_000,
        rejected: false,
      },
    ],
    to_confirm: [],
    ...change,
  };
}
