import httpProxy from '@fastify/http-proxy';
import { cell, fastifyPath, type Endpoint } from '@gerbang/contracts/endpoint';
import { IDENTITY_HEADER, SESSION_HEADER, type SessionCommand } from '@gerbang/contracts/identity';
import { forbidden, notFound, Problem, unauthorized, unavailable } from '@gerbang/service-kit/problems';
import { BODY_LIMIT } from '@gerbang/service-kit/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Agent } from 'undici';
import type { IdentityTokens } from './identity-tokens.ts';
import { assertBody } from './request-checks.ts';
import { hashOf, type SessionFields } from './sessions/session-adapter.ts';
import { carryOut, readSessionCommand } from './sessions/session-commands.ts';
import { type SessionData, type SessionStore, wantsTouch } from './sessions/session-store.ts';
import { headersToClient, headersToUpstream, upstreamProblem } from './upstream.ts';

export interface ApiParts {
  readonly endpoints: readonly Endpoint[];
  readonly upstreams: Readonly<Record<string, string>>;
  readonly agent: Agent;
  readonly store: SessionStore;
  readonly tokens: IdentityTokens;
  readonly cookieName: string;
  readonly now: () => number;
}

const commands = new WeakMap<object, SessionCommand>();

function sessionOf(request: FastifyRequest): SessionFields {
  return (request.session ?? {}) as SessionFields;
}

/** The coarse check of the authorization table: by role and state of the session, before any service is asked. */
async function admit(request: FastifyRequest, endpoint: Endpoint, parts: ApiParts): Promise<void> {
  // The proxy also takes the address with a slash at its end; the contract does not.
  if (request.url.split('?', 1)[0]?.endsWith('/')) throw notFound('Alamat ini tidak ada.');
  const session = sessionOf(request);
  if (session.outage && endpoint.access.kind !== 'public') throw unavailable(5);
  const decision = cell(endpoint, session.role ?? 'anon');
  if (decision === 401) throw unauthorized();
  if (decision === 403) throw forbidden();
  if (session.mustChangePassword && endpoint.access.kind !== 'public' && !endpoint.beforePasswordChange) {
    throw forbidden('Ganti password sementara Anda terlebih dahulu.', 'must_change_password');
  }
  assertBody(request, endpoint.bodyLimit ?? BODY_LIMIT);
  if (session.userId && wantsTouch(session as SessionData, parts.now())) {
    const { userId, role, epoch, mustChangePassword, createdAt, lastSeen } = session as SessionData;
    await parts.store
      .touch(hashOf(request.session.sessionId), {
        userId,
        role,
        epoch,
        mustChangePassword,
        createdAt,
        lastSeen,
      })
      .catch((error: unknown) => request.log.warn({ err: error }, 'last_seen was not written'));
  }
}

function identityToken(request: FastifyRequest, endpoint: Endpoint, parts: ApiParts): string {
  const session = sessionOf(request);
  const known = session.userId !== undefined;
  const id = known ? request.session.sessionId : `anonymous ${request.ip}`;
  return parts.tokens.token(
    id,
    {
      sub: session.userId ?? null,
      role: session.role ?? null,
      sid: known ? hashOf(id).slice(0, 16) : '',
      mcp: session.mustChangePassword ?? false,
      ip: request.ip,
    },
    endpoint.service,
  );
}

async function registerEndpoint(app: FastifyInstance, endpoint: Endpoint, parts: ApiParts): Promise<void> {
  const upstream = parts.upstreams[endpoint.service];
  if (!upstream) throw new Error(`No address for the service ${endpoint.service}`);
  await app.register(httpProxy, {
    upstream,
    prefix: fastifyPath(endpoint.path),
    rewritePrefix: fastifyPath(endpoint.path),
    routes: ['/'],
    httpMethods: [endpoint.method],
    undici: parts.agent as never,
    retryMethods: [],
    maxRetriesOn503: 0,
    internalRewriteLocationHeader: false,
    preHandler: (request, _reply, done) => {
      admit(request, endpoint, parts).then(() => done(), done);
    },
    replyOptions: {
      retriesCount: 0,
      rewriteRequestHeaders: (request, headers) =>
        headersToUpstream(headers as never, {
          [IDENTITY_HEADER]: identityToken(request as FastifyRequest, endpoint, parts),
          'x-request-id': String(request.id),
        }) as never,
      rewriteHeaders: (headers, request) => {
        const command = readSessionCommand(headers[SESSION_HEADER]);
        if (command && request) commands.set(request, command);
        return headersToClient(headers as never) as never;
      },
      onResponse: (request, reply, response) => {
        const { stream } = response as unknown as { stream: NodeJS.ReadableStream };
        const command = commands.get(request);
        if (!command) {
          void reply.send(stream);
          return;
        }
        carryOut(command, request as FastifyRequest, reply as never, parts).then(
          () => reply.send(stream),
          (error: unknown) => {
            stream.resume();
            const problem = upstreamProblem(error);
            request.log.error({ err: problem.cause ?? problem }, 'session command failed');
            reply.removeHeader('content-length');
            return reply
              .code(problem.statusCode)
              .headers(problem.headers)
              .type('application/json; charset=utf-8')
              .send(JSON.stringify(problem.body(String(request.id))));
          },
        );
      },
      onError: (reply, { error }) => {
        const problem = upstreamProblem(error);
        reply.log.warn({ err: problem.cause ?? problem }, 'upstream failed');
        reply
          .code(problem.statusCode)
          .headers(problem.headers)
          .send(problem.body(String(reply.request.id)));
      },
    },
  });
}

/** Every call of the contracts as a route of the router, and nothing else: deny by default. */
export async function apiRoutes(app: FastifyInstance, parts: ApiParts): Promise<void> {
  for (const endpoint of parts.endpoints) await registerEndpoint(app, endpoint, parts);
  const patterns = parts.endpoints.map((endpoint) => ({
    method: endpoint.method,
    pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
  }));
  const refuse = (request: FastifyRequest): never => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (allowed.length === 0) throw notFound('Alamat ini tidak ada.');
    throw new Problem(405, 'method_not_allowed', 'Cara akses ini tidak didukung.', {
      headers: { allow: [...new Set(allowed)].join(', ') },
    });
  };
  // Whatever the body is, the answer is about the address.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  app.all('/api', refuse);
  app.all('/api/*', refuse);
}
