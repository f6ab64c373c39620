import {
  baseConfig,
  identityConfig,
  limit,
  queueConfig,
  secretBytes,
  secretly,
  sharedConfig,
} from '@gerbang/service-kit/program/config';
import { type Role, STAFF_ROLES } from '@gerbang/domain/roles';
import { z } from 'zod';

/** Who must have a second factor in production. */
const STAFF_SECOND_FACTOR = 'admin:required,it:required,finance:required,*:offered';

/** What is asked of a role: a second factor, an invitation to add one, or nothing. */
type FactorPolicy = 'required' | 'offered' | 'off';

export type FactorPolicies = Readonly<Record<Role, FactorPolicy>>;

const POLICIES: readonly string[] = ['required', 'offered', 'off'];
const STAFF: readonly string[] = STAFF_ROLES;

/**
 * Reads `admin:required,it:required,*:offered`, or one word for every staff role; null when it does not fit. Families are
 * never required: they are offered one unless the rest is off.
 */
function readPolicies(text: string): FactorPolicies | null {
  const entries = text.split(',').map((part) => {
    const [left = '', right] = part.split(':').map((word) => word.trim());
    return right === undefined ? (['*', left] as const) : ([left, right] as const);
  });
  const fits = entries.every(
    ([role, policy]) => (role === '*' || STAFF.includes(role)) && POLICIES.includes(policy),
  );
  const given = new Map(entries as readonly (readonly [string, FactorPolicy])[]);
  if (!fits || given.size < entries.length) return null;
  const others = given.get('*') ?? 'offered';
  const ofStaff = STAFF_ROLES.map((role) => [role, given.get(role) ?? others]);
  return {
    ...Object.fromEntries(ofStaff),
    wali_murid: others === 'off' ? 'off' : 'offered',
  } as FactorPolicies;
}

/** The variables that programs beside the service need. */
export const storeSchema = z.object({
  DATABASE_URL: sharedConfig.DATABASE_URL,
  AUDIT_KEY: sharedConfig.AUDIT_KEY,
  PASSWORD_PEPPER: secretBytes.meta(secretly('goes into every password hash; never changes')),
  BUS_KEYS: sharedConfig.BUS_KEYS,
  LOCAL_RUN: baseConfig.LOCAL_RUN,
});

/** What sealing the secrets of factors needs as well. */
export const columnSchema = storeSchema.extend({
  CODE_KEY: secretBytes.meta(
    secretly('goes into the hashes of reset codes, recovery codes and counters, and signs device cookies'),
  ),
  COLUMN_KEYS: sharedConfig.COLUMN_KEYS,
});

/** Everything that the service reads from its environment. */
export const configSchema = columnSchema.extend({
  ...baseConfig,
  ...queueConfig,
  INTERNAL_KEY: sharedConfig.INTERNAL_KEY,
  PUBLIC_ORIGIN: sharedConfig.PUBLIC_ORIGIN,
  MAIL_FROM: sharedConfig.MAIL_FROM,
  STAFF_SECOND_FACTOR: z
    .string()
    .refine((text) => readPolicies(text) !== null, 'needs role:required|offered|off, separated by commas')
    .optional()
    .describe(
      `second factor by role of staff, as \`${STAFF_SECOND_FACTOR}\` (the default in production) or one word for all; off elsewhere and in the local run`,
    ),
  ...identityConfig,
  LOGIN_FAILURES_PER_ADDRESS: limit(30).describe(
    'wrong passwords of one address (IPv6: one /64 network) in ten minutes',
  ),
  // Carrier-grade NAT puts hundreds to thousands of subscribers behind one IPv4 address (Cloudflare, 29 October 2025,
  // "One IP address, many users"): this many may be between their form and their code at once, since a proof frees the place.
  REGISTRATIONS_PER_ADDRESS: limit(10).describe(
    'registrations of one network (IPv6: one /64 network) in an hour whose number is not proved, refused e-mails and numbers too; ten times as many in all. Days of registration at the school widen it (/admin/setup)',
  ),
  RESET_REQUESTS_PER_ADDRESS: limit(20).describe(
    'reset requests of one address (IPv6: one /64 network) in an hour',
  ),
  RESET_REQUESTS_PER_MINUTE: limit(1).describe('reset requests of one account in a minute'),
  RESET_REQUESTS_PER_HOUR: limit(3).describe('reset requests of one account in an hour'),
  RESET_REQUESTS_PER_DAY: limit(5).describe('reset requests of one account in a day'),
  PHONE_CODES_PER_NUMBER: limit(15).describe('codes to one number in a day, over all accounts'),
  PHONE_CHANGES_PER_ACCOUNT: limit(5).describe(
    'changes of its number that one account asks for in a day, refused ones too',
  ),
  PHONE_CHANGES_PER_ADDRESS: limit(20).describe(
    'wanted changes of numbers of one address (IPv6: one /64 network) in a day, refused ones too',
  ),
  ACCOUNT_SEARCHES_PER_HOUR: limit(60).describe(
    'look-ups of accounts for lost numbers of one member of staff in an hour',
  ),
  RESET_WRONG_CODES: limit(50).describe(
    'wrong codes since the last success until an account’s reset closes for a day',
  ),
});
export type Config = z.output<typeof configSchema>;

/** What is asked of each role about the second factor. */
export function factorPolicies(config: Config): FactorPolicies {
  const strict = config.NODE_ENV === 'production' && !config.LOCAL_RUN;
  const policies = readPolicies(config.STAFF_SECOND_FACTOR ?? (strict ? STAFF_SECOND_FACTOR : 'off'));
  if (!policies) throw new Error('STAFF_SECOND_FACTOR does not fit');
  return policies;
}
