import type { EventPayload } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import type { Door } from './door.ts';
import { type Copy, copyOf } from './enrollments.ts';

export type Seat = NonNullable<EventPayload<'registration.changed'>['seat']>;
export type Releasing = EventPayload<'offer.releasing'>;

export const HEAD = { id: uuidv7(), name: 'Hesti Kepala', role: 'manager_pendidikan' as const };

/** A seat as admission's event tells it: open, to be answered by tomorrow. */
export const seatOf = (change: Partial<Seat> = {}): Seat => ({
  offer_id: uuidv7(),
  status: 'open',
  answer_until: new Date(Date.now() + 86_400_000).toISOString(),
  ...change,
});

/** The copy of an accepted child with a seat. */
export async function seated(door: Door, family: { readonly id: string }, change: Partial<Seat> = {}) {
  const seat = seatOf(change);
  const copy = await copyOf(door, family as never, { seat: JSON.stringify(seat) });
  return { seat, copy };
}

/** Admission's event that a seat is to be released. */
export const releasing = (
  copy: Pick<Copy, 'id'>,
  seat: Seat,
  change: Partial<Releasing> = {},
): Releasing => ({
  offer_id: seat.offer_id,
  registration_id: copy.id,
  version: 2,
  cause: 'deadline',
  reason: null,
  actor: null,
  ...change,
});

/** What the queue does with it. */
export const release = (door: Pick<Door, 'context'>, event: Releasing) =>
  door.context.database.transaction((trx) =>
    eventHandlers(door.context)['offer.releasing']!(trx, event, {
      id: uuidv7(),
      version: event.version,
      requestId: undefined,
    }),
  );

/** The answers about an offer that were published, in order. */
export const answersOf = (door: Door, offerId: string) =>
  door.published
    .filter(({ type, payload }) => type.startsWith('offer.') && payload.offer_id === offerId)
    .map(({ type, payload }) => [type, payload.reason ?? null, payload.version]);
