import { setSessionCommand } from '@gerbang/service-kit/http/mount';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../users/users.repository.ts';
import type { Identity } from '@gerbang/contracts/identity';
import type { Origin } from '@gerbang/service-kit/audit/audit';

/** Where the request came from: the client's address as the gateway signed it. */
export function originOf(identity: Identity, request: FastifyRequest): Origin {
  return { address: identity.ip, requestId: String(request.id) };
}

/** Lets the gateway start a session in this browser; with `revoke` the user's other sessions end. */
export function startSession(reply: FastifyReply, account: Account, revoke = false): void {
  setSessionCommand(reply, {
    do: 'start',
    userId: account.id,
    role: account.role,
    epoch: account.session_epoch,
    mustChangePassword: account.must_change_password,
    ...(revoke ? { revoke } : {}),
  });
}

/** Lets the gateway end every earlier session of the user. */
export function endSessions(reply: FastifyReply, account: Account): void {
  setSessionCommand(reply, { do: 'revoke', userId: account.id, epoch: account.session_epoch });
}
