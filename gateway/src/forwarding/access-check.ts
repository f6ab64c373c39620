import { cell, type Endpoint } from '@gerbang/contracts/endpoint';
import {
  badRequest,
  forbidden,
  mustAddFactor,
  unauthorized,
  unavailable,
} from '@gerbang/service-kit/http/problems';
import { BODY_LIMIT } from '@gerbang/service-kit/http/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashOf, type PluginSession } from '../sessions/session-adapter.ts';
import { needsTouch, type SessionData } from '../sessions/session-store.ts';
import { type ApiContext, isAttended, sessionOf } from './caller.ts';
import { assertBody, assertOwnPage } from './request-checks.ts';

function touch(request: FastifyRequest, { store }: ApiContext): Promise<void> {
  return store
    .touch(hashOf(request.session.sessionId))
    .catch((error: unknown) => request.log.warn({ err: error }, 'last_seen was not written'));
}

/** Refuses unknown query parameters of the calls that no service validates, because the gateway composes them itself. */
function assertKnownQuery(request: FastifyRequest, endpoint: Endpoint): void {
  if (endpoint.service !== 'gateway' || endpoint.query) return;
  const names = Object.keys(request.query as object);
  if (names.length === 0) return;
  throw badRequest(
    undefined,
    names.map((path) => ({ path, message: 'Isian ini tidak dikenal' })),
  );
}

const isStoreAway = (request: FastifyRequest) => (request.session as PluginSession).outage === true;

/** The `onRequest` hook that enforces the authorization table by role and session state, before a service is called. */
export function checkAccess(endpoint: Endpoint, context: ApiContext) {
  const limit = endpoint.bodyLimit ?? BODY_LIMIT;
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const session = sessionOf(request);
    if (endpoint.access.kind !== 'public' && isStoreAway(request)) throw unavailable(5);
    const decision = cell(endpoint, session.role ?? 'anon');
    if (decision === 401) throw unauthorized();
    if (decision === 403) throw forbidden();
    if (session.mustChangePassword && endpoint.access.kind !== 'public' && !endpoint.beforePasswordChange) {
      throw forbidden('Ganti password sementara Anda terlebih dahulu.', 'must_change_password');
    }
    if (session.mustAddFactor && endpoint.access.kind !== 'public' && !endpoint.beforeFactor) {
      throw mustAddFactor();
    }
    if (endpoint.media || endpoint.audited || endpoint.ownPages) assertOwnPage(request);
    assertBody(request, limit, endpoint.uploads);
    assertKnownQuery(request, endpoint);
    const isSign = !endpoint.stream && isAttended(request);
    if (session.userId && isSign && needsTouch(session as SessionData, context.now())) {
      touch(request, context).then(() => done(), done);
    } else done();
  };
}
