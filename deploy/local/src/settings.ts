import { secretly } from '@gerbang/service-kit/program/config';
import { z } from 'zod';

/** The settings of the commands of the local run. */
export const localSettings = z.object({
  PORT: z.string().default('8080').describe('public port of the portal'),
  SIMULATOR_PORT: z
    .string()
    .default('8090')
    .describe('port of the WhatsApp simulator and of the page Bank simulasi'),
  PAY_PROVIDER: z
    .enum(['off', 'snap'])
    .default('snap')
    .describe('snap: payments by virtual account and QRIS at the simulated bank; off: without them'),
  GERBANG_DATA: z
    .string()
    .default('.local')
    .describe('folder of the data: secrets, files, logs, the embedded PostgreSQL'),
  DATABASE_URL: z
    .url()
    .optional()
    .meta(secretly('the owner’s URL of an existing PostgreSQL; without it one from npm is started')),
  SHAPE: z
    .enum(['one', 'small', 'separate'])
    .default('small')
    .describe(
      'small: two processes, web and worker; one: a single one, which needs the least memory; separate: one process a program, as in production',
    ),
  REDIS_URL: z
    .url()
    .optional()
    .meta(secretly('a Redis for sessions, limits and queue; without it PostgreSQL has them')),
});

const serviceUrl = (name: string) =>
  z
    .url()
    .optional()
    .meta(secretly(`${name}’s own URL: its database, role and password are made as it says`));

/** The settings of the migration: the owner's URL and the URL of each service. */
export const migrationSettings = z.object({
  OWNER_DATABASE_URL: z.url().meta(secretly('the owner, who makes roles and databases and migrates them')),
  AUTH_DATABASE_URL: serviceUrl('auth'),
  ADMISSION_DATABASE_URL: serviceUrl('admission'),
  ANNOUNCEMENT_DATABASE_URL: serviceUrl('announcement'),
  BILLING_DATABASE_URL: serviceUrl('billing'),
  NOTIFICATION_DATABASE_URL: serviceUrl('notification'),
  GATEWAY_DATABASE_URL: serviceUrl('the gateway'),
  QUEUE_DATABASE_URL: serviceUrl('the queue'),
});
