import type { Endpoint } from '@gerbang/contracts/endpoint';
import { SESSION_IDLE_HEADER } from '@gerbang/contracts/identity';
import { badRequest } from '@gerbang/service-kit/http/problems';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { lifetimeOf } from '../sessions/session-store.ts';
import { checkAccess } from './access-check.ts';
import { type ApiContext, isAttended, sessionOf } from './caller.ts';

/** Builds the path from the contract and the decoded parameters, so that a service sees one spelling of it. */
export function pathOf(endpoint: Endpoint): (params: Readonly<Record<string, string>>) => string {
  const pieces = endpoint.path.split(/\{(\w+)\}/u);
  if (pieces.length === 1) return () => endpoint.path;
  return (params) =>
    pieces.map((piece, at) => (at % 2 === 0 ? piece : encodeURIComponent(params[piece] ?? ''))).join('');
}

/** The query with its question mark as the caller sent it, or nothing. */
export function queryOf({ url }: FastifyRequest): string {
  const query = url.indexOf('?');
  return query < 0 ? '' : url.slice(query);
}

/** What every call must pass before its body is read. */
export function callHooks(endpoint: Endpoint, context: ApiContext): onRequestHookHandler[] {
  return [
    ...(endpoint.perMinute ? [context.limit(`${endpoint.id} `, endpoint.perMinute)] : []),
    checkAccess(endpoint, context),
  ];
}

/** Refuses a malformed id where no service does, or before one is called for a file. */
export function assertId(endpoint: Endpoint) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const valid = endpoint.params?.safeParse(request.params).success ?? true;
    done(valid ? undefined : badRequest('Id pada alamat tidak valid.'));
  };
}

/** Tells the browser when its session ends if it makes no further call, so that the screen can be cleared by then. */
export function tellIdleTime(request: FastifyRequest, reply: FastifyReply): void {
  const { role } = sessionOf(request);
  if (role && isAttended(request)) reply.header(SESSION_IDLE_HEADER, lifetimeOf(role).idle / 1000);
}
