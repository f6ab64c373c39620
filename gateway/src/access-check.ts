import { cell, type Endpoint } from '@gerbang/contracts/endpoint';
import { badRequest, forbidden, unauthorized, unavailable } from '@gerbang/service-kit/http/problems';
import { BODY_LIMIT } from '@gerbang/service-kit/http/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiParts } from './api-parts.ts';
import { sessionOf } from './caller.ts';
import { assertBody } from './request-checks.ts';
import { hashOf } from './sessions/session-adapter.ts';
import { type SessionData, wantsTouch } from './sessions/session-store.ts';

function touch(request: FastifyRequest, session: SessionData, parts: ApiParts): Promise<void> {
  const { userId, role, epoch, mustChangePassword, createdAt, lastSeen } = session;
  const data = { userId, role, epoch, mustChangePassword, createdAt, lastSeen };
  return parts.store
    .touch(hashOf(request.session.sessionId), data)
    .catch((error: unknown) => request.log.warn({ err: error }, 'last_seen was not written'));
}

/** No service looks at the query of a call that the gateway answers itself (Precisions, Answers: an unknown parameter). */
function assertKnownQuery(request: FastifyRequest, endpoint: Endpoint): void {
  if (endpoint.service !== 'gateway' || endpoint.query) return;
  const names = Object.keys(request.query as object);
  if (names.length === 0) return;
  throw badRequest(
    undefined,
    names.map((path) => ({ path, message: 'Isian ini tidak dikenal' })),
  );
}

/** The coarse check of the authorization table: by role and state of the session, before any service is asked. */
export function admit(endpoint: Endpoint, parts: ApiParts) {
  const limit = endpoint.bodyLimit ?? BODY_LIMIT;
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const session = sessionOf(request);
    if (session.outage && endpoint.access.kind !== 'public') throw unavailable(5);
    const decision = cell(endpoint, session.role ?? 'anon');
    if (decision === 401) throw unauthorized();
    if (decision === 403) throw forbidden();
    if (session.mustChangePassword && endpoint.access.kind !== 'public' && !endpoint.beforePasswordChange) {
      throw forbidden('Ganti password sementara Anda terlebih dahulu.', 'must_change_password');
    }
    assertBody(request, limit, endpoint.uploads);
    assertKnownQuery(request, endpoint);
    if (session.userId && wantsTouch(session as SessionData, parts.now())) {
      touch(request, session as SessionData, parts).then(() => done(), done);
    } else done();
  };
}
