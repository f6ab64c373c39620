import type { EventPayload } from '@gerbang/contracts/events';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import type { Door } from './door.ts';

type Erased = EventPayload<'data.erased'>;

const blank = (copy: EventPayload<'registration.changed'>): Erased['registrations'][number] => ({
  ...copy,
  version: copy.version + 1,
  deleted: true,
  user_id: '00000000-0000-0000-0000-000000000000',
  child_name: 'Data dihapus',
  child_nick_name: null,
  child_gender: null,
  father_name: null,
  mother_name: null,
  father_phone: null,
  contact_phone: null,
  login_phone: null,
  kelas: null,
  payment_amount: 0,
  payment_proof_at: null,
  payment_proof_id: null,
  payment_verified_at: null,
});

/** Erases what billing holds of these registrations, as admission's event does. */
export const eraseAll = (
  door: Door,
  copies: readonly EventPayload<'registration.changed'>[],
  user_id: string | null,
  request_id: string | null = uuidv7(),
) =>
  door.database.transaction(async (trx) => {
    const payload = { request_id, user_id, registrations: copies.map(blank) };
    const meta = { id: uuidv7(), version: 1, requestId: undefined };
    await eventHandlers(door.context)['data.erased']?.(trx, payload, meta);
  });
