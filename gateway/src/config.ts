import { isIP } from 'node:net';
import {
  baseConfig,
  flag,
  isOrigin,
  keyRing,
  parseConfig,
  queueConfig,
  secret,
  secretly,
  sharedConfig,
} from '@gerbang/service-kit/program/config';
import { payChannelsConfig } from '@gerbang/service-kit/snap/pay-config';
import { z } from 'zod';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** An address of a proxy, a network of them, or one of the names that Fastify knows. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= most))
  );
}

/** Everything the gateway reads from its environment. */
export const gatewaySchema = z
  .object({
    ...baseConfig,
    ...queueConfig,
    DATABASE_URL: sharedConfig.DATABASE_URL,
    BUS_KEYS: sharedConfig.BUS_KEYS,
    IDENTITY_SECRETS: keyRing.meta(
      secretly(
        'sign what the gateway says of a caller, id:base64[,id:base64]; the first signs, each service gets keys derived from all',
      ),
    ),
    SESSION_SECRET: secret.meta(secretly('signs session cookies; a new one ends every session')),
    AUTH_URL: z.url().describe('address of auth'),
    NOTIFICATION_URL: z.url().describe('address of notification'),
    // Areas that are not installed have no address; their calls do not exist then.
    ADMISSION_URL: z.url().optional().describe('address of admission'),
    ANNOUNCEMENT_URL: z.url().optional().describe('address of announcement'),
    BILLING_URL: z.url().optional().describe('address of billing'),
    PUBLIC_ORIGIN: sharedConfig.PUBLIC_ORIGIN,
    ALLOWED_ORIGINS: list
      .refine(
        (all) => all.every((one) => isOrigin(one) && !one.endsWith('/')),
        'needs addresses without a path, separated by commas',
      )
      .optional()
      .describe('further addresses whose pages may call, separated by commas'),
    TRUST_PROXY: list
      .refine(
        (all) => all.every(isNetwork),
        'needs addresses or networks, as 10.0.0.0/8, separated by commas',
      )
      .optional()
      .describe('addresses (CIDR) of the proxies whose X-Forwarded-* may be believed, separated by commas'),
    STATIC_DIR: z.string().describe('folder with the built front ends'),
    FRONT_END_EVENTS: z
      .url()
      .optional()
      .describe('`npm run dev`: address that tells pages of new builds; refused outside the local run'),
    COOKIE_SECURE: flag(true).describe('0 only without TLS, and never in production'),
    REQUESTS_PER_MINUTE: z.coerce
      .number()
      .int()
      .min(1)
      .default(600)
      .describe('requests of one address a minute'),
    REPORTS_PER_MINUTE: z.coerce
      .number()
      .int()
      .min(1)
      .default(30_000)
      .describe('requests of one address a minute to the message provider’s webhook'),
    PAY_PROVIDER: payChannelsConfig.PAY_PROVIDER,
    SCHOOL_NAME: z
      .string()
      .default('PPDB Yayasan Contoh')
      .describe('name on the pages until the school’s settings arrive'),
    SCHOOL_CONTACT: z
      .string()
      .default('+6281200000000')
      .describe('WhatsApp number on the pages until the school’s settings arrive'),
  })
  .refine((config) => config.COOKIE_SECURE || config.LOCAL_RUN || config.NODE_ENV !== 'production', {
    path: ['COOKIE_SECURE'],
    message: 'cookies must be Secure in production',
  })
  .refine((config) => !config.FRONT_END_EVENTS || config.LOCAL_RUN, {
    path: ['FRONT_END_EVENTS'],
    message: 'pages listen to builds in the local run only',
  });

export type Config = z.output<typeof gatewaySchema>;

/** What the gateway reads from its environment. */
export function gatewayConfig(env?: NodeJS.ProcessEnv): Config {
  return parseConfig(gatewaySchema, env);
}
