import { limit, serviceConfig, sharedConfig } from '@gerbang/service-kit/program/config';
import { storeConfig } from '@gerbang/service-kit/program/store-config';
import { checkPay, payConfig } from '@gerbang/service-kit/snap/pay-config';
import { z } from 'zod';

/** `-7,-3,0,3,14`: days after the due date, negative before it; empty = no reminders. */
const days = z
  .string()
  .regex(/^(?:-?\d{1,3}(?:,-?\d{1,3})*)?$/u, 'needs whole days, separated by commas')
  .default('-7,-3,0,3,14')
  .transform((text) => (text === '' ? [] : [...new Set(text.split(',').map(Number))]));

/** The variables that programs beside the service need. */
export const storeSchema = z.object(storeConfig);

const settings = storeSchema.extend({
  ...serviceConfig,
  PUBLIC_ORIGIN: sharedConfig.PUBLIC_ORIGIN,
  INTERNAL_KEY: sharedConfig.INTERNAL_KEY,
  ADMISSION_URL: z.url().describe('address of admission'),
  AUTH_URL: z.url().describe('address of auth'),
  FOUR_EYES: sharedConfig.FOUR_EYES,
  REMINDER_DAYS: days.describe(
    'days after the due date (negative: before) on which families are reminded of an invoice; empty = never',
  ),
  STAFF_EXPORTS_PER_HOUR: limit(60).describe('exports of a list that a member of staff may take in an hour'),
  // Together less than the time that the gateway waits for a PDF.
  PAPER_WAIT_MS: limit(20_000).describe('how long a PDF waits for its turn'),
  PAPER_WORK_MS: limit(6000).describe('how long making a PDF may take'),
  ...payConfig,
});

/** Everything that the service reads from its environment. */
export const configSchema = settings.superRefine(checkPay);
export type Config = z.output<typeof configSchema>;
