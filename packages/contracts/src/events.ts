import { z } from 'zod';
import { messageRequestedSchema } from './messages.ts';

/** Every event by its type, with the shape of its payload. */
export const eventSchemas = {
  'message.requested': messageRequestedSchema,
  'sessions.revoked': z.object({ userId: z.uuid(), epoch: z.int() }),
} as const;

export type EventType = keyof typeof eventSchemas;
export type EventPayload<T extends EventType> = z.infer<(typeof eventSchemas)[T]>;

export const QUEUES = ['notification', 'notification-codes', 'gateway'] as const;
export type QueueName = (typeof QUEUES)[number];

/** The queues that an event goes to. Codes have their own, so that a wave of results never delays them. */
export function queuesOf<T extends EventType>(type: T, payload: EventPayload<T>): readonly QueueName[] {
  if (type === 'sessions.revoked') return ['gateway'];
  return (payload as EventPayload<'message.requested'>).priority === 'code'
    ? ['notification-codes']
    : ['notification'];
}
