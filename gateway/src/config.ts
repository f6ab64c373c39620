import { baseConfig, flag, keyRing, pem, queueConfig, secret } from '@gerbang/service-kit/config';
import { z } from 'zod';

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** What the gateway reads from the environment (README, Configuration). */
export const gatewayConfig = z
  .object({
    ...baseConfig,
    ...queueConfig,
    DATABASE_URL: z.url(),
    BUS_KEYS: keyRing,
    IDENTITY_PRIVATE_KEY: pem,
    SESSION_SECRET: secret,
    AUTH_URL: z.url(),
    NOTIFICATION_URL: z.url(),
    PUBLIC_ORIGIN: z.url(),
    ALLOWED_ORIGINS: z.string().default('').transform(list),
    /** Addresses (CIDR) of the proxies before us; only their X-Forwarded-For counts. */
    TRUST_PROXY: z.string().default('').transform(list),
    STATIC_DIR: z.string().min(1),
    COOKIE_SECURE: flag(true),
    SCHOOL_NAME: z.string().max(100).optional(),
    SCHOOL_WHATSAPP: z.string().max(30).optional(),
    /** Calls a minute and address: reads, changes, calls without a session. A hundred times wider in the local run. */
    LIMIT_READS: z.coerce.number().int().min(1).default(6000),
    LIMIT_WRITES: z.coerce.number().int().min(1).default(600),
    LIMIT_PUBLIC: z.coerce.number().int().min(1).default(120),
    /** Open connections an address; not counted behind a trusted proxy. */
    MAX_SOCKETS: z.coerce.number().int().min(1).default(200),
  })
  .refine((config) => config.COOKIE_SECURE || config.LOCAL_RUN || config.NODE_ENV !== 'production', {
    path: ['COOKIE_SECURE'],
    message: 'must be 1 in production: the session cookie would travel in clear',
  });
export type GatewayConfig = z.output<typeof gatewayConfig>;
