import { z } from 'zod';

export const MESSAGE_KINDS = ['reset_code', 'phone_verification', 'password_changed'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** One WhatsApp message that somebody is to get; `to` null = nobody (the request was for an unknown account). */
export const messageRequestedSchema = z.object({
  dedupeKey: z.string().max(200),
  kind: z.enum(MESSAGE_KINDS),
  to: z.string().nullable(),
  params: z.record(z.string(), z.string()),
  priority: z.enum(['code', 'normal', 'bulk']),
  /** Moment after which the message must not be sent any more. */
  expiresAt: z.iso.datetime().optional(),
});
export type MessageRequested = z.infer<typeof messageRequestedSchema>;
