import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { KeyRing } from '../data/sealing.ts';

/** Configuration that cannot be used; `message` names every problem, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * The environment with the contents of files: where `X_FILE` names one and `X` is among the names, `X` is what stands in it
 * (secrets that a container is given as files). Both at once is a mistake that is said.
 */
export function withFiles(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  for (const name of names) {
    const file = filled[`${name}_FILE`];
    if (file === undefined) continue;
    const content = contentOf(name, file);
    // As with a variable, an empty one is none.
    if (content === '') continue;
    if (filled[name] !== undefined) {
      throw new ConfigError(`${name} and ${name}_FILE are both set: one of them is enough`);
    }
    filled[name] = content;
  }
  return filled;
}

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${name}_FILE: the file cannot be read`);
  }
}

/** The variables that a schema reads. */
function namesOf(schema: z.ZodType): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** Parses the environment once; throws a ConfigError that lists all problems together, without any value. */
export function parseConfig<S extends z.ZodType>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
): z.output<S> {
  // Once in the life of a program: compiling the schema would take longer than reading it.
  const parsed = schema.safeParse(withFiles(env, namesOf(schema)), { jitless: true });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.') || '(all)'}: ${issue.message}`);
  throw new ConfigError(`Configuration is incomplete or wrong:\n${lines.join('\n')}`);
}

/** `0` and `1` as a switch. */
export const flag = (fallback: boolean) =>
  z
    .enum(['0', '1'])
    .default(fallback ? '1' : '0')
    .transform((text) => text === '1');

/** Whether this is an address of a site alone: links are made of it and a path. */
export const isOrigin = (text: string): boolean =>
  URL.canParse(text) &&
  /^https?:$/u.test(new URL(text).protocol) &&
  new URL(text).href === `${new URL(text).origin}/`;

/** An address as https://ppdb.sekolah.sch.id; a slash at its end is dropped. */
const origin = z
  .url()
  .refine(isOrigin, 'needs an address without a path, as https://ppdb.sekolah.sch.id')
  .overwrite((text) => text.replace(/\/$/u, ''));

/** A base64 secret of at least 32 bytes. */
export const secret = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length >= 32, 'needs 32 bytes in base64');

/** The bytes of such a secret. */
export const secretBytes = secret.transform((text) => Buffer.from(text, 'base64'));

/** How often something may happen, at least once. */
export const limit = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** Keys with ids: `id:base64[,id2:base64]`; the first seals, all of them open. */
export const keyRing = z.string().transform((text, context) => {
  const keys = text.split(',').map((part) => {
    const at = part.indexOf(':');
    return { id: part.slice(0, at), key: Buffer.from(part.slice(at + 1), 'base64') };
  });
  if (keys.some(({ id, key }) => !/^\w+$/u.test(id) || key.length !== 32)) {
    context.addIssue({ code: 'custom', message: 'needs id:base64 of 32 bytes each' });
    return z.NEVER;
  }
  return keys;
});

/** A key ring as the text that `keyRing` reads. */
export function keyRingText(ring: KeyRing): string {
  return ring.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');
}

/** A PEM key, base64-encoded so that it fits one line of an environment. */
export const pem = z.string().transform((text, context) => {
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  if (decoded.includes('-----BEGIN')) return decoded;
  context.addIssue({ code: 'custom', message: 'needs a PEM in base64' });
  return z.NEVER;
});

/** From whom letters come: `ppdb@sekolah.sch.id`, or with a name `PPDB Sekolah <ppdb@sekolah.sch.id>`. */
const sender = z.string().transform((text, context) => {
  const [, name = '', address = ''] =
    /^(?:([^<>"\p{Cc}]{1,100}?) *<)?([^\s<>]+?)>?$/u.exec(text.trim()) ?? [];
  if (z.email().safeParse(address).success && text.includes('<') === text.endsWith('>'))
    return { name, address };
  context.addIssue({ code: 'custom', message: 'needs an address, or: Name <address>' });
  return z.NEVER;
});

/** Text of the configuration reference for a secret variable. */
export const secretly = (description: string) => ({ description, secret: true });

/** What the start of every program reads before anything else. */
export const watchdogConfig = {
  WATCHDOG_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(15)
    .describe(
      'a program whose event loop stands still so long ends itself with exit code 70; 0 only while debugging',
    ),
};

/** What every process reads. */
export const baseConfig = {
  ...watchdogConfig,
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('production')
    .describe('kind of the run; only outside production are the API pages served'),
  HOST: z.string().default('127.0.0.1').describe('address that is listened on; containers: 0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65535).describe('port that is listened on'),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe('internal port of /metrics; without it there are no figures'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('the least important lines that are written'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url()
    .optional()
    .describe(
      'collector of traces (OTLP over HTTP), such as http://localhost:4318; without it there are none',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('share of the requests that are traced'),
  LOCAL_RUN: flag(false).describe('1 on a developer’s machine: demo data allowed, limits by address wider'),
};

/** Where the queue lives: Redis, or the queue's own PostgreSQL database. */
export const queueConfig = {
  REDIS_URL: z
    .url()
    .optional()
    .meta(
      secretly(
        'Redis of the queue, at the gateway of sessions and limits, at auth of the line of logins; needed outside the local run',
      ),
    ),
  QUEUE_DATABASE_URL: z
    .url()
    .optional()
    .meta(secretly('the queue’s own PostgreSQL database, for the local run without Redis')),
  QUEUE_LOCK_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(300)
    .default(10)
    .describe('a killed worker’s jobs are taken over after so many seconds and half as many again'),
};

/** How a service checks what the gateway says of a caller. */
export const identityConfig = {
  IDENTITY_KEYS: keyRing.meta(
    secretly(
      'check what the gateway says of a caller, id:base64[,id:base64]; the service’s own, derived from the secrets, all accepted',
    ),
  ),
  IDENTITY_PUBLIC_KEY: pem
    .optional()
    .describe('accepts gateways of the release before beside them during an update'),
};

/** What every service reads. */
export const serviceConfig = { ...baseConfig, ...queueConfig, ...identityConfig };

/** What several programs read and mean the same by. */
export const sharedConfig = {
  DATABASE_URL: z.url().meta(secretly('the program’s own database, with its own role')),
  BUS_KEYS: keyRing.meta(secretly('keys that seal events, id:base64[,id:base64]; the first seals, all open')),
  COLUMN_KEYS: keyRing.meta(
    secretly('keys that seal columns, id:base64[,id:base64]; the first seals, all open (keys:rotate)'),
  ),
  BLIND_INDEX_KEY: secretBytes.meta(secretly('finds a sealed number again; never changes')),
  AUDIT_KEY: secretBytes.meta(
    secretly('makes the hashes of the audit trail’s chain; never changes, never in a database'),
  ),
  INTERNAL_KEY: secret.meta(secretly('what services show each other at their internal calls')),
  MAIL_FROM: sender
    .optional()
    .describe(
      'from whom letters come, as PPDB Sekolah <ppdb@sekolah.sch.id>; without it the portal sends none',
    ),
  PUBLIC_ORIGIN: origin.describe('the address that families type'),
  SAMPLE_SCHOOL: flag(false).describe(
    '1 lets a new portal begin with the sample school’s name, contact and account; for the local run and tests',
  ),
  FOUR_EYES: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'off lets a foundation with one person review its own announcements and agree to its own changes of money',
    ),
};
