import { ROLES } from '@gerbang/domain/roles';
import { z } from 'zod';

/** The signed identity that the gateway sends with every call. */
export const IDENTITY_HEADER = 'x-gerbang-identity';
/** A service's command to the gateway about sessions; never passed on to a client. */
export const SESSION_HEADER = 'x-gerbang-session';
/** Tells a browser after how many seconds without a call its session ends. */
export const SESSION_IDLE_HEADER = 'x-session-idle';
/** Marks a read that a page sends by its own timer: it is no sign of a person, so it does not keep the session. */
export const UNATTENDED_HEADER = 'x-unattended';
/** Tells a page with its first read how many messages are unread. */
export const UNREAD_HEADER = 'x-unread';
/** Marks the response of a service that does not accept the gateway's signature: no fault of the caller. */
export const IDENTITY_REFUSED_HEADER = 'x-gerbang-identity-refused';

/**
 * `sub` null = no session; `mcp` = must change password; `maf` = must add a second factor; `ip` = address of the client;
 * `fresh` = seconds since 1970 of the session's last proof of a password or factor.
 */
export const identitySchema = z.object({
  sub: z.uuid().nullable(),
  role: z.enum(ROLES).nullable(),
  sid: z.string(),
  mcp: z.boolean(),
  maf: z.boolean().optional(),
  ip: z.string(),
  fresh: z.int().optional(),
});
export type Identity = z.infer<typeof identitySchema>;

/** What the gateway knows of the browser, beside the identity: for the calls of auth by which people get in. */
export const BROWSER_HEADER = 'x-gerbang-browser';

/** The longest device token: five accounts. */
export const MAX_DEVICE_TOKEN = 512;

/** `device` = the token of the browser's device cookie, for auth to verify; `name` and `network` are words for messages. */
export const browserSchema = z.object({
  device: z.string().max(MAX_DEVICE_TOKEN).optional(),
  name: z.string().max(100).optional(),
  network: z.string().max(100).optional(),
});
export type Browser = z.infer<typeof browserSchema>;

/**
 * start: a new session for this browser, the old one destroyed; with `revoke` every other session of the user ends.
 * revoke: every session of the user with an epoch below the given one ends. end: this browser's session ends. prove: the
 * user of this session proved the password or a factor again. `device` is the token of the browser's device cookie.
 */
export const sessionCommandSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('start'),
    userId: z.uuid(),
    role: z.enum(ROLES),
    epoch: z.int(),
    mustChangePassword: z.boolean(),
    mustAddFactor: z.literal(true).optional(),
    revoke: z.boolean().optional(),
    device: z.string().max(MAX_DEVICE_TOKEN).optional(),
  }),
  z.object({ do: z.literal('revoke'), userId: z.uuid(), epoch: z.int() }),
  z.object({ do: z.literal('end') }),
  z.object({ do: z.literal('prove') }),
]);
export type SessionCommand = z.infer<typeof sessionCommandSchema>;
