import type { Role } from '@gerbang/domain/roles';
import type { Actor, Origin } from '../audit/audit.ts';
import type { Db } from '../data/database.ts';
import type { SessionIdentity } from './mount.ts';
import type { FastifyRequest } from 'fastify';
import { accountOf } from '../events/accounts.ts';

/** The user of a call, its origin, and the headers about versions and repeats. */
export interface Caller {
  readonly id: string;
  readonly role: Role;
  /** Of a provider or a job, which has no account. */
  readonly name?: string;
  readonly origin: Origin;
  readonly ifMatch: string | undefined;
  readonly idempotencyKey: unknown;
  /** The last proof of the password or a factor, for `assertFresh`. */
  readonly fresh?: number | undefined;
  /** The account of the family for which a member of staff acts. */
  readonly family?: string | undefined;
}

/** The account whose data a call is about: the caller's own, or the family's for which it acts. */
export const ownerOf = ({ id, family = id }: Pick<Caller, 'id' | 'family'>): string => family;

/** The caller from the identity that the gateway signed. */
export function callerOf(identity: SessionIdentity, request: FastifyRequest): Caller {
  return {
    id: identity.sub,
    role: identity.role,
    origin: { address: identity.ip, requestId: String(request.id) },
    ifMatch: request.headers['if-match'],
    idempotencyKey: request.headers['idempotency-key'],
    fresh: identity.fresh,
  };
}

/** The caller as an audit actor, with the account's current name. */
export async function actorOf(
  db: Db,
  { id, role, name }: Pick<Caller, 'id' | 'role' | 'name'>,
): Promise<Actor> {
  if (name !== undefined) return { id, name, role };
  const account = await accountOf(db, id);
  return { id, name: account?.name ?? null, role };
}
