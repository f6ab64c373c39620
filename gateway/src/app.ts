import cookie from '@fastify/cookie';
import session from '@fastify/session';
import { endpoints } from '@gerbang/contracts/all';
import type { Signer } from '@gerbang/service-kit/http/identity';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Metrics } from '@gerbang/service-kit/program/metrics';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { createServer } from '@gerbang/service-kit/http/server';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { apiRoutes } from './forwarding/api-routes.ts';
import type { ConditionWatch } from './condition/watch-condition.ts';
import type { PartsWatch } from './condition/watch-parts.ts';
import type { Config } from './config.ts';
import { docs } from './docs.ts';
import { createIdentityTokens } from './forwarding/identity-tokens.ts';
import type { CountHits } from './limits/limit-store.ts';
import { createLimiter } from './limits/limiter.ts';
import { networkOf } from '@gerbang/service-kit/http/network';
import { limitSockets } from './limits/network.ts';
import { pages } from './pages/pages.ts';
import { publicParts } from './school/public-part.ts';
import type { PortalSchool } from './school/portal-school.ts';
import { readiness, serviceReady } from './readiness.ts';
import { assertOwnOrigin, assertPlainPath } from './forwarding/request-checks.ts';
import { deviceCookieName } from './sessions/device-cookie.ts';
import { securityHeaders } from './security-headers.ts';
import { cookieSigner, sessionAdapter } from './sessions/session-adapter.ts';
import type { KnownSessions } from './sessions/known-sessions.ts';
import { UnreadNumbers } from './unread/unread-numbers.ts';
import { UnreadStreams } from './unread/unread-streams.ts';
import { upstreamAgent, waitingCalls } from './forwarding/upstream.ts';
import { appliedResults } from './applied-results.ts';
import { webhookRoutes } from './forwarding/webhook-routes.ts';

const LOCAL_WIDER = 100;
const SOCKETS = 200;

/** The gateway without its listener: the same for `main.ts` and for the tests at its door. */
export async function buildGateway(parts: {
  config: Config;
  store: KnownSessions;
  /** The copy of the school; without it pages name what the configuration names. */
  school?: Pick<PortalSchool, 'held'>;
  countHits: CountHits;
  /** Resolves when the queue responds. */
  queueReady?: () => Promise<void>;
  sign: Signer;
  logger?: Logger;
  metrics?: Metrics;
  now?: () => number;
  /** A clock that is never set, in milliseconds. */
  time?: () => number;
  /** Watches how the gateway is, given the number of calls that services have not answered yet. */
  watch?: (waiting: () => number) => ConditionWatch;
  /** Watches which of the services answer. */
  watchParts?: (upstreams: Readonly<Record<string, string>>) => PartsWatch;
}): Promise<FastifyInstance> {
  const { config, store } = parts;
  const now = parts.now ?? Date.now;
  const upstreams: Record<string, string> = {
    auth: config.AUTH_URL,
    notification: config.NOTIFICATION_URL,
    ...(config.ADMISSION_URL && { admission: config.ADMISSION_URL }),
    ...(config.ANNOUNCEMENT_URL && { announcement: config.ANNOUNCEMENT_URL }),
    ...(config.BILLING_URL && { billing: config.BILLING_URL }),
  };
  const agent = upstreamAgent();
  const watched = parts.watchParts?.(upstreams);
  const app = createServer({
    name: 'gateway',
    ...(parts.logger && { logger: parts.logger }),
    ...(parts.metrics && { metrics: parts.metrics }),
    ready: readiness([
      () => store.ping(),
      ...(parts.queueReady ? [parts.queueReady] : []),
      ...[...new Set(Object.values(upstreams))].map(serviceReady),
    ]),
    fastify: {
      trustProxy: config.TRUST_PROXY ?? false,
      keepAliveTimeout: 30_000,
      maxRequestsPerSocket: 1000,
      // Uploads have a minute; every other body is ended earlier, by its route.
      requestTimeout: 60_000,
    },
    ownRequestIds: true,
    // It stays 200: a part that fails must not take the gateway out of the load balancer.
    ...(watched && { health: () => ({ silent: watched.silent() }) }),
  });
  app.addHook('onClose', async () => watched?.stop());
  app.addHook('onClose', async () => agent.close());
  const condition = parts.watch?.(() => waitingCalls(agent, config.NOTIFICATION_URL));
  app.addHook('onClose', async () => condition?.stop());
  const busy = () => condition?.busy() ?? false;
  const { sign, logger = app.log } = parts;
  const unread = new UnreadNumbers({ agent, origin: config.NOTIFICATION_URL, sign, logger, busy });
  const streams = new UnreadStreams({ store, unread, busy, now });
  // Before the server waits for open responses.
  app.addHook('preClose', async () => streams.close());
  app.addHook('onClose', async () => unread.close());
  parts.metrics?.gauge('unread_streams', 'Open streams of the number of unread messages', () => streams.size);
  app.server.maxConnections = 20_000;
  // Behind a trusted proxy every connection comes from it.
  if (!config.TRUST_PROXY) limitSockets(app.server, SOCKETS * (config.LOCAL_RUN ? LOCAL_WIDER : 1));

  const secure = securityHeaders(config.COOKIE_SECURE);
  app.addHook('onRequest', (request, reply, done) => {
    // First: they belong on refusals too.
    reply.headers(secure);
    assertPlainPath(request);
    done();
  });

  const cookieName = config.COOKIE_SECURE ? '__Host-sid' : 'sid';
  const origins = new Set([new URL(config.PUBLIC_ORIGIN).origin, ...(config.ALLOWED_ORIGINS ?? [])]);
  const refused = parts.metrics?.counter(
    'rate_limited_total',
    'Requests refused because there were too many',
    'limit',
    ['address'],
  );
  /** Makes the hook that refuses a network's requests beyond `perMinute`; limits with different names count apart. */
  const networkLimit = (name: string, perMinute: number): onRequestHookHandler => {
    const limiter = createLimiter({
      max: perMinute * (config.LOCAL_RUN ? LOCAL_WIDER : 1),
      windowMs: 60_000,
      count: (key, ...rest) => parts.countHits(name + key, ...rest),
      now,
    });
    app.addHook('onClose', async () => limiter.close());
    return (request, _reply, done) => {
      const wait = limiter.hit(networkOf(request.ip));
      if (wait !== null) refused?.('address');
      done(wait === null ? undefined : tooMany(wait));
    };
  };
  const limitNetworks = (scope: FastifyInstance, name: string, perMinute: number) =>
    scope.addHook('onRequest', networkLimit(name, perMinute));
  const countSession = parts.metrics?.counter(
    'session_commands_total',
    'Sessions that began, ended or were revoked, as services said',
    'command',
    ['start', 'end', 'revoke', 'prove'],
  );

  if (config.LOCAL_RUN || config.NODE_ENV !== 'production') docs(app, endpoints);
  await app.register(async (api) => {
    // Bodies are passed on as they come: the routes bring their own parsers.
    api.removeAllContentTypeParsers();
    limitNetworks(api, '', config.REQUESTS_PER_MINUTE);
    if (condition) {
      api.addHook('onResponse', (request, reply, done) => {
        const { handlerMs = 0 } = reply.routeOptions.config;
        if (request.method === 'GET' && Number.isFinite(handlerMs)) condition.noteRead(reply.elapsedTime);
        done();
      });
    }
    api.addHook('onRequest', (request, _reply, done) => {
      assertOwnOrigin(request, origins);
      done();
    });
    await api.register(cookie);
    await api.register(session, {
      secret: cookieSigner(config.SESSION_SECRET) as never,
      cookieName,
      store: sessionAdapter(store) as never,
      saveUninitialized: false,
      rolling: false,
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: config.COOKIE_SECURE },
    });
    api.addHook('onSend', (_request, reply, _payload, done) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      done();
    });
    await apiRoutes(api, {
      endpoints: endpoints.filter(({ service }) => service in upstreams || service === 'gateway'),
      upstreams,
      agent,
      store,
      tokens: createIdentityTokens(parts.sign),
      unread,
      streams,
      cookieName,
      deviceCookie: deviceCookieName(config.COOKIE_SECURE),
      now,
      results: appliedResults(parts.time),
      limit: networkLimit,
      ...(countSession && { countSession }),
    });
  });
  await app.register(async (hooks) => {
    limitNetworks(hooks, 'report ', config.REPORTS_PER_MINUTE);
    hooks.removeAllContentTypeParsers();
    await webhookRoutes(hooks, { notification: config.NOTIFICATION_URL, billing: config.BILLING_URL }, agent);
  });
  await app.register(async (web) =>
    pages(web, {
      directory: config.STATIC_DIR,
      cookieName,
      now,
      local: config.LOCAL_RUN,
      builds: config.FRONT_END_EVENTS,
      remotes: ['auth', 'admission', 'announcement', 'billing'],
      limit: (scope) => void limitNetworks(scope, 'page ', config.REQUESTS_PER_MINUTE),
      publicPart: publicParts(config, () => parts.school?.held ?? null),
    }),
  );
  return app;
}
