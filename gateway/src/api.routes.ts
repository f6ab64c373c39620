import cookiePlugin from '@fastify/cookie';
import sessionPlugin from '@fastify/session';
import { login, logout, register } from '@gerbang/contracts/accounts';
import { cell, type Endpoint, fastifyPath, type ServiceName } from '@gerbang/contracts/endpoint';
import {
  badRequest,
  forbidden,
  issuesOf,
  notFound,
  Problem,
  tooMany,
  unauthorized,
} from '@gerbang/service-kit/problems';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Identities } from './identity-cache.ts';
import { readCommand, runCommand } from './sessions/commands.ts';
import type { SessionCookie } from './sessions/cookie.ts';
import { fastifyStore } from './sessions/fastify-store.ts';
import type { SessionStore } from './sessions/session-store.ts';
import { forward } from './upstream.ts';

// Public calls that start or end sessions; the other public ones work while sessions are away.
const WITH_SESSION = new Set<string>([login.id, register.id, logout.id]);
const MINUTE = 60_000;

export interface ApiOptions {
  readonly endpoints: readonly Endpoint[];
  readonly services: Readonly<Partial<Record<ServiceName, string>>>;
  readonly store: SessionStore;
  readonly cookie: SessionCookie;
  readonly secret: string;
  readonly identities: Identities;
  readonly originCheck: (request: FastifyRequest) => Promise<void>;
  readonly limits: { readonly reads: number; readonly writes: number; readonly open: number };
}

/** The order of checks is the authorization page's: session, role, must-change, ids; the service checks them again. */
function accessCheck(endpoint: Endpoint) {
  return async (request: FastifyRequest): Promise<void> => {
    const user = request.session?.user;
    const decision = cell(endpoint, user?.role ?? 'anon');
    if (decision === 401) throw unauthorized();
    if (decision === 403) throw forbidden();
    if (user?.mustChangePassword && endpoint.access.kind !== 'public' && !endpoint.beforePasswordChange) {
      throw forbidden('Ganti password sementara Anda terlebih dahulu.', 'must_change_password');
    }
    if (!endpoint.params) return;
    // Parsed before they become part of an address: no text of a client can lead elsewhere (test B1).
    const params = endpoint.params.safeParse(request.params);
    if (!params.success) throw badRequest('Id pada alamat tidak valid.', issuesOf(params.error));
  };
}

/** The service's address of the call, from the contract's path and checked ids alone. */
function addressOf(base: string, endpoint: Endpoint, request: FastifyRequest): string {
  const params = request.params as Record<string, string>;
  return (
    base +
    endpoint.path.replace(/\{(\w+)\}/gu, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
  );
}

function addCalls(scope: FastifyInstance, endpoints: readonly Endpoint[], options: ApiOptions): void {
  const { identities, services } = options;
  for (const endpoint of endpoints) {
    const base = services[endpoint.service]?.replace(/\/$/u, '');
    if (!base) throw new Error(`No address for the service of ${endpoint.id}`);
    scope.route({
      method: endpoint.method,
      url: fastifyPath(endpoint.path),
      exposeHeadRoute: false,
      ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
      onRequest: accessCheck(endpoint),
      handler: (request, reply) => {
        forward(request, reply, {
          url: endpoint.params ? addressOf(base, endpoint, request) : base + endpoint.path,
          identity: identities(request, endpoint.service),
          before: async (header) => {
            const command = readCommand(header);
            if (command) await runCommand(command, request, reply, options);
          },
        });
      },
    });
  }
}

/** Calls of the contracts and nothing else: an unknown path is 404, another method 405 (authorization table). */
export async function apiRoutes(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const { endpoints, cookie, limits } = options;
  const needsSession = (one: Endpoint) => one.access.kind !== 'public' || WITH_SESSION.has(one.id);

  const limiter = (groupId: string, max: number) =>
    app.createRateLimit({ groupId, max, timeWindow: MINUTE } as never);
  const reads = limiter('reads', limits.reads);
  const writes = limiter('writes', limits.writes);
  const open = limiter('open', limits.open);
  const openPaths = new Set(
    endpoints
      .filter((one) => one.access.kind === 'public' && one.id !== logout.id)
      .map((one) => fastifyPath(one.path)),
  );
  app.addHook('onRequest', async (request) => {
    const path = request.routeOptions.url ?? '';
    const check = request.method === 'GET' ? reads : openPaths.has(path) ? open : writes;
    const result = await check(request);
    if (!result.isAllowed && result.isExceeded) throw tooMany(result.ttlInSeconds);
  });
  app.addHook('onRequest', options.originCheck);

  await app.register(cookiePlugin, { parseOptions: cookie.attributes });
  await app.register(async (scope) =>
    addCalls(
      scope,
      endpoints.filter((one) => !needsSession(one)),
      options,
    ),
  );
  await app.register(async (scope) => {
    await scope.register(sessionPlugin, {
      secret: options.secret,
      cookieName: cookie.name,
      cookie: cookie.attributes,
      store: fastifyStore(options.store),
      idGenerator: () => randomBytes(32).toString('base64url'),
      rolling: false,
      saveUninitialized: false,
    });
    addCalls(scope, endpoints.filter(needsSession), options);
  });
}

/** Whatever lies below a prefix of programs and is no call: 405 where the path has another method, else 404. */
export function refuseUnknown(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const paths = endpoints.map((one) => ({
    method: one.method,
    pattern: new RegExp(`^${one.path.replace(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
  }));
  for (const url of [
    '/api',
    '/api/*',
    '/internal',
    '/internal/*',
    '/webhooks/*',
    '/remotes/*',
    '/assets/*',
  ]) {
    app.route({
      method: app.supportedMethods.filter(
        (method) => !/^(?:remotes|assets)/u.test(url.slice(1)) || method !== 'GET',
      ),
      url,
      exposeHeadRoute: false,
      onRequest: async (request) => {
        const path = request.url.split('?', 1)[0] ?? '';
        const allowed = [...new Set(paths.filter((one) => one.pattern.test(path)).map((one) => one.method))];
        if (allowed.length === 0) throw notFound('Alamat ini tidak ada.');
        throw new Problem(405, 'method_not_allowed', 'Cara akses ini tidak didukung.', {
          headers: { allow: allowed.join(', ') },
        });
      },
      handler: async () => undefined,
    });
  }
}
