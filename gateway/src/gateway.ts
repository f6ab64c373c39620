import rateLimit from '@fastify/rate-limit';
import { endpoints as allEndpoints } from '@gerbang/contracts/all';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import type { Database } from '@gerbang/service-kit/database';
import { createSigner } from '@gerbang/service-kit/identity';
import type { Logger } from '@gerbang/service-kit/logger';
import type { Metrics } from '@gerbang/service-kit/metrics';
import { unavailable } from '@gerbang/service-kit/problems';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import { apiRoutes, refuseUnknown } from './api.routes.ts';
import type { GatewayConfig } from './config.ts';
import { docsRoutes } from './docs.routes.ts';
import { createIdentities } from './identity-cache.ts';
import { limitStore } from './limits.ts';
import { createOriginCheck } from './origin-check.ts';
import { securityHeaders } from './security-headers.ts';
import { createDoor } from './server.ts';
import { sessionCookie } from './sessions/cookie.ts';
import type { SessionStore } from './sessions/session-store.ts';
import { staticRoutes } from './static.routes.ts';
import { registerUpstream } from './upstream.ts';
import { webhookRoutes } from './webhook.routes.ts';

export interface GatewayParts {
  readonly config: GatewayConfig;
  readonly store: SessionStore;
  /** For the limits. */
  readonly database: Database;
  readonly redis?: Redis;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  readonly ready: () => Promise<void>;
  readonly endpoints?: readonly Endpoint[];
  readonly upstreamTimeoutMs?: number;
}

/** The one door: pages, calls of the contracts, webhooks, health (architecture, Gateway). */
export async function createGateway(parts: GatewayParts): Promise<FastifyInstance> {
  const { config, logger } = parts;
  const endpoints = parts.endpoints ?? allEndpoints;
  const cookie = sessionCookie(config.COOKIE_SECURE);
  const wide = config.LOCAL_RUN ? 100 : 1;
  const app = createDoor({
    logger,
    metrics: parts.metrics,
    trustProxy: config.TRUST_PROXY,
    maxSockets: config.MAX_SOCKETS * wide,
    headers: securityHeaders(config.COOKIE_SECURE),
  });

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await parts.ready().catch((error: unknown) => {
      throw unavailable(2, error);
    });
    return { status: 'ok' };
  });

  await app.register(rateLimit, {
    global: false,
    store: limitStore({ redis: parts.redis, database: parts.database, logger }),
  });
  registerUpstream(app, { timeoutMs: parts.upstreamTimeoutMs });
  await app.register(webhookRoutes, { service: config.NOTIFICATION_URL });
  await app.register(apiRoutes, {
    endpoints,
    services: { auth: config.AUTH_URL, notification: config.NOTIFICATION_URL },
    store: parts.store,
    cookie,
    secret: config.SESSION_SECRET,
    identities: createIdentities(createSigner(config.IDENTITY_PRIVATE_KEY)),
    originCheck: createOriginCheck(
      new Set([new URL(config.PUBLIC_ORIGIN).origin, ...config.ALLOWED_ORIGINS]),
    ),
    limits: {
      reads: config.LIMIT_READS * wide,
      writes: config.LIMIT_WRITES * wide,
      open: config.LIMIT_PUBLIC * wide,
    },
  });
  if (config.LOCAL_RUN || config.NODE_ENV !== 'production') {
    await app.register(docsRoutes, { endpoints, cookieName: cookie.name });
  }
  refuseUnknown(app, endpoints);
  staticRoutes(app, config.STATIC_DIR, { name: config.SCHOOL_NAME, whatsapp: config.SCHOOL_WHATSAPP });
  return app;
}
