import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import session from '@fastify/session';
import { endpoints } from '@gerbang/contracts/all';
import type { Signer } from '@gerbang/service-kit/identity';
import type { Logger } from '@gerbang/service-kit/logger';
import type { Metrics } from '@gerbang/service-kit/metrics';
import { type Problem, tooMany } from '@gerbang/service-kit/problems';
import { createServer } from '@gerbang/service-kit/server';
import type { FastifyInstance } from 'fastify';
import { apiRoutes } from './api-routes.ts';
import type { Config } from './config.ts';
import { docs } from './docs.ts';
import { createIdentityTokens } from './identity-tokens.ts';
import { limitStore, type CountHit } from './limits/limit-store.ts';
import { pages } from './pages.ts';
import { readiness } from './readiness.ts';
import { assertOneHost, assertOwnOrigin, assertPlainPath } from './request-checks.ts';
import { sessionAdapter } from './sessions/session-adapter.ts';
import type { SessionStore } from './sessions/session-store.ts';
import { upstreamAgent } from './upstream.ts';
import { webhookRoutes } from './webhook-routes.ts';

const LOCAL_WIDER = 100;

/** The gateway without its listener: the same for `main.ts` and for the tests at its door. */
export async function buildGateway(parts: {
  config: Config;
  store: SessionStore;
  countHit: CountHit;
  sign: Signer;
  logger?: Logger;
  metrics?: Metrics;
  now?: () => number;
}): Promise<FastifyInstance> {
  const { config, store } = parts;
  const now = parts.now ?? Date.now;
  const upstreams: Record<string, string> = {
    auth: config.AUTH_URL,
    notification: config.NOTIFICATION_URL,
    ...(config.ADMISSION_URL && { admission: config.ADMISSION_URL }),
  };
  const agent = upstreamAgent();
  const app = createServer({
    name: 'gateway',
    ...(parts.logger && { logger: parts.logger }),
    ...(parts.metrics && { metrics: parts.metrics }),
    ready: readiness(store, Object.values(upstreams)),
    fastify: {
      trustProxy: config.TRUST_PROXY ?? false,
      keepAliveTimeout: 30_000,
      maxRequestsPerSocket: 1000,
    },
  });
  app.addHook('onClose', async () => agent.close());
  app.server.maxConnections = 20_000;

  app.addHook('onRequest', async (request) => {
    assertOneHost(request);
    assertPlainPath(request);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: config.COOKIE_SECURE ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });

  const cookieName = config.COOKIE_SECURE ? '__Host-sid' : 'sid';
  const origins = new Set([new URL(config.PUBLIC_ORIGIN).origin, ...(config.ALLOWED_ORIGINS ?? [])]);
  const limit = config.REQUESTS_PER_MINUTE * (config.LOCAL_RUN ? LOCAL_WIDER : 1);

  if (config.LOCAL_RUN || config.NODE_ENV !== 'production') await docs(app, endpoints);
  await app.register(async (api) => {
    // Bodies are passed on as they come: each proxied route brings its own parser.
    api.removeAllContentTypeParsers();
    await api.register(rateLimit, {
      max: limit,
      timeWindow: 60_000,
      store: limitStore(parts.countHit) as never,
      addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
      addHeadersOnExceeding: {
        'x-ratelimit-limit': false,
        'x-ratelimit-remaining': false,
        'x-ratelimit-reset': false,
      },
      errorResponseBuilder: (_request, context) => tooMany(Math.max(1, context.ttl / 1000)) satisfies Problem,
    });
    api.addHook('onRequest', async (request) => assertOwnOrigin(request, origins));
    await api.register(cookie);
    await api.register(session, {
      secret: config.SESSION_SECRET,
      cookieName,
      store: sessionAdapter(store) as never,
      saveUninitialized: false,
      rolling: false,
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: config.COOKIE_SECURE },
    });
    api.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    });
    await apiRoutes(api, {
      endpoints: endpoints.filter(({ service }) => service in upstreams),
      upstreams,
      agent,
      store,
      tokens: createIdentityTokens(parts.sign, now),
      cookieName,
      now,
    });
  });
  await app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    await webhookRoutes(hooks, config.NOTIFICATION_URL, agent);
  });
  await app.register(async (web) =>
    pages(web, {
      directory: config.STATIC_DIR,
      remotes: ['auth'],
      publicInfo: { name: config.SCHOOL_NAME, contact: { whatsapp: config.SCHOOL_CONTACT } },
    }),
  );
  return app;
}
