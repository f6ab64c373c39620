import type { EventPayload } from '@gerbang/contracts/events';
import type { Registration } from '@gerbang/contracts/registrations';
import type { Result } from '@gerbang/domain/announcements';
import { uuidv7 } from 'uuidv7';
import { eventBatches } from '../src/events/handlers.ts';
import type { Caller, Door } from './door.ts';
import { inState } from './staff.ts';

export type Published = EventPayload<'result.published'>;

export const PUBLISHER = { id: uuidv7(), name: 'Hendra Gunawan', role: 'manager_pendidikan' } as const;
export const PUBLISHED_AT = '2026-11-22T03:00:00.000Z';

/** A result as announcements publish it. */
export function published(made: Registration, change: Partial<Published> = {}): Published {
  return {
    announcement_id: uuidv7(),
    result_id: uuidv7(),
    registration_id: made.id,
    child_id: made.child_id,
    result: 'passed',
    published_at: PUBLISHED_AT,
    published_by: PUBLISHER,
    ...change,
  };
}

/** A registration of a new family that waits for its result. */
export function waitingOne(door: Door): Promise<{ family: Caller; made: Registration }> {
  return inState(door, 'verified', 'waiting_announcement');
}

/** Works the event as the consumer does: one transaction with the mark of the event. */
export async function apply(door: Door, event: Published, id = uuidv7()): Promise<void> {
  await door.database.transaction(async (trx) => {
    const marked = await trx('processed_events')
      .insert({ id, type: 'result.published' })
      .onConflict('id')
      .ignore()
      .returning('id');
    if (marked.length === 0) return;
    const handle = eventBatches(door.context)['result.published'];
    await handle?.(trx, [{ payload: event, meta: { id, version: 1, requestId: 'permintaan-uji' } }]);
  });
}

/** A waiting registration whose result was published and applied. */
export async function announced(door: Door, result: Result) {
  const one = await waitingOne(door);
  const event = published(one.made, { result });
  await apply(door, event);
  return { ...one, event };
}
