import { baseConfig, keyRing, pem, queueConfig, secret } from '@gerbang/service-kit/config';
import { schoolSetting } from '@gerbang/service-kit/school-setting';
import { z } from 'zod';

const milliseconds = (fallback: number) => z.coerce.number().int().min(1).default(fallback);

/** `-7,-3,0,3,14`: days after the due date, negative before it; empty = no reminders. */
const days = z
  .string()
  .regex(/^(?:-?\d{1,3}(?:,-?\d{1,3})*)?$/u, 'needs whole days, separated by commas')
  .default('-7,-3,0,3,14')
  .transform((text) => (text === '' ? [] : [...new Set(text.split(',').map(Number))]));

const bytes = secret.transform((text) => Buffer.from(text, 'base64'));

/** What programs beside the service need: the seed and the checks. */
export const storeSchema = z.object({
  DATABASE_URL: z.url(),
  BUS_KEYS: keyRing,
  COLUMN_KEYS: keyRing,
  BLIND_INDEX_KEY: bytes,
  SCHOOL_CONFIG: schoolSetting,
  LOCAL_RUN: baseConfig.LOCAL_RUN,
});

/** Everything the service reads from its environment. */
export const configSchema = storeSchema.extend({
  ...baseConfig,
  ...queueConfig,
  IDENTITY_PUBLIC_KEY: pem,
  PUBLIC_ORIGIN: z.url(),
  /** What services show each other at their internal calls. */
  INTERNAL_KEY: secret,
  ADMISSION_URL: z.url(),
  /** When families are reminded of an invoice. */
  REMINDER_DAYS: days,
  /** How long a PDF waits for its turn, and how long making it may take: together less than a caller waits. */
  PAPER_WAIT_MS: milliseconds(3000),
  PAPER_WORK_MS: milliseconds(6000),
});
export type Config = z.output<typeof configSchema>;
