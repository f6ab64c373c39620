import { ROLES } from '@gerbang/domain/roles';
import { z } from 'zod';

/** The signed identity that the gateway sends with every call. */
export const IDENTITY_HEADER = 'x-gerbang-identity';
/** A service's command to the gateway about sessions; never passed on to a client. */
export const SESSION_HEADER = 'x-gerbang-session';
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

/**
 * start: a new session for this browser, the old one destroyed; with `revoke` every other session of the user ends.
 * revoke: every session of the user with an epoch below the given one ends. end: this browser's session ends. prove: the
 * user of this session proved the password or a factor again.
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
  }),
  z.object({ do: z.literal('revoke'), userId: z.uuid(), epoch: z.int() }),
  z.object({ do: z.literal('end') }),
  z.object({ do: z.literal('prove') }),
]);
export type SessionCommand = z.infer<typeof sessionCommandSchema>;
