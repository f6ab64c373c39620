import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { PAY_CHANNELS, type PayChannel } from '@gerbang/domain/pay-requests';
import { z } from 'zod';
import { secretly } from '../program/config.ts';
import { isSimulatorKey } from './simulator-key.ts';

const key = (read: (pem: string) => KeyObject) =>
  z.string().transform((text, context) => {
    try {
      return read(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'needs a key as PEM' });
      return z.NEVER;
    }
  });

/** A provider that changes its key gives both for a while, one after the other in one file. */
const publicKeys = z.string().transform((text, context) => {
  try {
    const pems = text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/gu) ?? [];
    if (pems.length === 1 || pems.length === 2) return pems.map((pem) => createPublicKey(pem));
  } catch {
    // Said below.
  }
  context.addIssue({ code: 'custom', message: 'needs one or two public keys as PEM' });
  return z.NEVER;
});

const bankSchema = z.strictObject({
  code: z.string().regex(/^\d{3}$/u),
  name: z.string().min(1).max(40),
  /** The prefix, padded with spaces to eight characters. */
  partnerServiceId: z
    .string()
    .regex(/^ *\d+$/u)
    .length(8),
  /** Fewer could not tell the requests of some weeks apart. */
  customerDigits: z.int().min(8).max(14),
});
export type PayBank = z.output<typeof bankSchema>;

const banks = z.string().transform((text, context): PayBank[] => {
  try {
    return z.array(bankSchema).min(1).max(30).parse(JSON.parse(text));
  } catch {
    context.addIssue({
      code: 'custom',
      message: 'needs JSON as [{"code", "name", "partnerServiceId", "customerDigits"}]',
    });
    return z.NEVER;
  }
});

/** The standard's paths; a provider may have others. */
const PATHS = {
  token: '/v1.0/access-token/b2b',
  createVa: '/v1.0/transfer-va/create-va',
  statusVa: '/v1.0/transfer-va/status',
  deleteVa: '/v1.0/transfer-va/delete-va',
  createQr: '/v1.0/qr/qr-mpm-generate',
  queryQr: '/v1.0/qr/qr-mpm-query',
};
const pathsSchema = z.strictObject(
  Object.fromEntries(Object.keys(PATHS).map((name) => [name, z.string().startsWith('/').optional()])),
);
const paths = z.string().transform((text, context): typeof PATHS => {
  try {
    return { ...PATHS, ...(pathsSchema.parse(JSON.parse(text)) as Partial<typeof PATHS>) };
  } catch {
    context.addIssue({ code: 'custom', message: `needs JSON with some of ${Object.keys(PATHS).join(', ')}` });
    return z.NEVER;
  }
});

const wordsOfProvider = (least: number, most: number) => z.string().min(least).max(most).optional();

/** What screens must know of the gateway; admission tells them. */
export const payChannelsConfig = {
  PAY_PROVIDER: z
    .enum(['off', 'snap'])
    .default('off')
    .describe(
      'snap: payments by virtual account and QRIS through a provider that speaks SNAP BI; off: without them',
    ),
  PAY_BANKS: banks
    .optional()
    .describe('banks of virtual accounts, JSON: [{code, name, partnerServiceId, customerDigits}]'),
  PAY_QRIS_MERCHANT_ID: wordsOfProvider(1, 64).describe('id of the school’s QRIS at the provider'),
};

/** Everything about the provider of payments. */
export const payConfig = {
  ...payChannelsConfig,
  PAY_PROVIDER_NAME: z
    .string()
    .min(1)
    .max(40)
    .default('Penyedia pembayaran')
    .describe('name of the provider, as histories show it'),
  PAY_BASE_URL: z.url().optional().describe('address of the provider’s calls'),
  PAY_PATHS: paths
    .prefault('{}')
    .describe('paths of the provider’s calls where they are not the standard’s, JSON'),
  PAY_CLIENT_KEY: wordsOfProvider(1, 255).describe(
    'by which the provider knows the school, at its calls for tokens',
  ),
  PAY_CLIENT_SECRET: z
    .string()
    .min(16)
    .optional()
    .meta(secretly('signs calls to the provider, and its notifications where it says so')),
  PAY_PRIVATE_KEY: key(createPrivateKey)
    .optional()
    .meta(secretly('signs the school’s calls for tokens, a PEM')),
  PAY_PROVIDER_KEYS: publicKeys
    .optional()
    .describe('public key of the provider, a PEM; two while it changes its own'),
  PAY_PARTNER_ID: wordsOfProvider(1, 36).describe('id of the school at the provider'),
  PAY_CHANNEL_ID: wordsOfProvider(1, 5).describe('channel of the calls, as the provider gives it'),
  PAY_SIGNATURE: z.enum(['hmac', 'rsa']).default('rsa').describe('how the provider signs its notifications'),
  PAY_WEBHOOK_URL: z
    .url()
    .optional()
    .describe(
      'base of the notifications as the provider knows it, as https://ppdb.sekolah.sch.id/webhooks/snap',
    ),
  PAY_CALLBACK: z
    .enum(['direct', 'token'])
    .default('direct')
    .describe('token: the provider fetches a token of ours and signs its notifications with it'),
  PAY_ANSWER_MS: z.coerce
    .number()
    .int()
    .min(500)
    .max(60_000)
    .default(1500)
    .describe('ms until a notification is answered at the latest; what is not booked by then, a job books'),
  PAY_DUPLICATES: z
    .enum(['keep', 'refuse'])
    .default('keep')
    .describe(
      'a second payment of one number: keep, or refuse where the provider’s document says that it gives it back',
    ),
  PAY_DIFFERENCES: z
    .enum(['refuse', 'keep'])
    .default('refuse')
    .describe(
      'a payment of another amount: refuse, or keep where the provider’s document says that it keeps the money',
    ),
};

const NEEDED = [
  'PAY_BASE_URL',
  'PAY_CLIENT_KEY',
  'PAY_CLIENT_SECRET',
  'PAY_PRIVATE_KEY',
  'PAY_PROVIDER_KEYS',
  'PAY_PARTNER_ID',
  'PAY_CHANNEL_ID',
  'PAY_WEBHOOK_URL',
] as const;
const payObject = z.object(payConfig);
type PayConfig = z.output<typeof payObject>;
type Whole = { readonly [K in (typeof NEEDED)[number]]-?: NonNullable<PayConfig[K]> };
export type PayGatewayConfig = PayConfig & Whole;

/** What of a half-set provider is missing, and a simulator's key in production; to be called by `superRefine`. */
export function checkPay(
  config: PayConfig & { readonly NODE_ENV: string; readonly LOCAL_RUN: boolean },
  context: z.RefinementCtx,
): void {
  const issue = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (config.PAY_PROVIDER === 'off') return;
  for (const name of NEEDED) if (config[name] === undefined) issue(name, 'is needed with PAY_PROVIDER=snap');
  if (config.PAY_BANKS === undefined && config.PAY_QRIS_MERCHANT_ID === undefined) {
    issue('PAY_BANKS', 'PAY_PROVIDER=snap needs banks or PAY_QRIS_MERCHANT_ID');
  }
  const keys = [config.PAY_PRIVATE_KEY, ...(config.PAY_PROVIDER_KEYS ?? [])];
  if (
    config.NODE_ENV === 'production' &&
    !config.LOCAL_RUN &&
    keys.some((one) => one && isSimulatorKey(one))
  ) {
    issue('PAY_PRIVATE_KEY', 'is a key of the simulated bank');
  }
}

/** The provider of a checked configuration; null where payments through one are off. */
export const payGatewayOf = (config: PayConfig): PayGatewayConfig | null =>
  config.PAY_PROVIDER === 'off' ? null : (config as PayGatewayConfig);

/** The channels that the configuration has. */
export const payChannels = ({
  PAY_PROVIDER,
  PAY_BANKS,
  PAY_QRIS_MERCHANT_ID,
}: Pick<PayConfig, keyof typeof payChannelsConfig>): readonly PayChannel[] =>
  PAY_PROVIDER === 'off'
    ? []
    : PAY_CHANNELS.filter((one) => (one === 'va' ? PAY_BANKS : PAY_QRIS_MERCHANT_ID) !== undefined);
