import {
  baseConfig,
  flag,
  keyRing,
  parseConfig,
  pem,
  queueConfig,
  secret,
} from '@gerbang/service-kit/config';
import { z } from 'zod';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const schema = z
  .object({
    ...baseConfig,
    ...queueConfig,
    DATABASE_URL: z.url(),
    BUS_KEYS: keyRing,
    IDENTITY_PRIVATE_KEY: pem,
    SESSION_SECRET: secret,
    AUTH_URL: z.url(),
    NOTIFICATION_URL: z.url(),
    /** Areas that are not installed have no address; their calls do not exist then. */
    ADMISSION_URL: z.url().optional(),
    ANNOUNCEMENT_URL: z.url().optional(),
    BILLING_URL: z.url().optional(),
    PUBLIC_ORIGIN: z.url(),
    ALLOWED_ORIGINS: list.optional(),
    /** Addresses (CIDR) of the proxies whose X-Forwarded-* may be believed. */
    TRUST_PROXY: list.optional(),
    STATIC_DIR: z.string(),
    COOKIE_SECURE: flag(true),
    /** Requests of one address a minute. */
    REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
    SCHOOL_NAME: z.string().default('PPDB Yayasan Contoh'),
    SCHOOL_CONTACT: z.string().default('+6281200000000'),
  })
  .refine((config) => config.COOKIE_SECURE || config.LOCAL_RUN || config.NODE_ENV !== 'production', {
    path: ['COOKIE_SECURE'],
    message: 'cookies must be Secure in production',
  });

export type Config = z.output<typeof schema>;

/** What the gateway reads from its environment. */
export function gatewayConfig(env?: NodeJS.ProcessEnv): Config {
  return parseConfig(schema, env);
}
