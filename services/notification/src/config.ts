import { schoolSetting } from '@gerbang/contracts/school-setting';
import {
  baseConfig,
  identityConfig,
  limit,
  queueConfig,
  secretly,
  sharedConfig,
} from '@gerbang/service-kit/program/config';
import { z } from 'zod';

/** The variables that programs beside the worker need. */
export const storeSchema = z.object({
  DATABASE_URL: sharedConfig.DATABASE_URL,
  AUDIT_KEY: sharedConfig.AUDIT_KEY,
  COLUMN_KEYS: sharedConfig.COLUMN_KEYS,
});

/** How the Graph API is reached. */
const providerConfig = {
  WHATSAPP_BASE_URL: z.url().describe('Meta’s API (`https://graph.facebook.com`), or the simulator'),
  WHATSAPP_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/u)
    .default('v23.0')
    .describe('version of Meta’s Graph API'),
  WHATSAPP_TOKEN: z.string().min(8).meta(secretly('Meta’s token for sending and for templates')),
};

/** What stands in the templates: the school's name and the portal's address. */
export const ownerSchema = z.object({
  PUBLIC_ORIGIN: sharedConfig.PUBLIC_ORIGIN.default('https://portal.example'),
  SCHOOL_CONFIG: schoolSetting,
});

/** What the program that registers templates reads; with a database it also keeps their states. */
export const templatesSchema = ownerSchema.extend({
  ...providerConfig,
  PUBLIC_ORIGIN: sharedConfig.PUBLIC_ORIGIN,
  WHATSAPP_BUSINESS_ACCOUNT_ID: z
    .string()
    .regex(/^\d{5,20}$/u)
    .describe('id of the WhatsApp Business account, for `npm run whatsapp:templates`'),
  DATABASE_URL: z
    .url()
    .optional()
    .meta(secretly('the notification service’s database, in which the states of templates are kept')),
});

/** Everything that the worker reads from its environment. */
export const configSchema = storeSchema
  .extend({
    ...baseConfig,
    ...queueConfig,
    BUS_KEYS: sharedConfig.BUS_KEYS,
    ...identityConfig,
    PUBLIC_ORIGIN: sharedConfig.PUBLIC_ORIGIN,
    ...providerConfig,
    WHATSAPP_PHONE_NUMBER_ID: z
      .string()
      .regex(/^\d{5,20}$/u)
      .describe('id of the sending number at Meta'),
    WHATSAPP_APP_SECRET: z.string().min(8).meta(secretly('signs Meta’s webhooks')),
    WHATSAPP_VERIFY_TOKEN: z
      .string()
      .min(8)
      .meta(secretly('what Meta shows when it checks the webhook’s address')),
    WHATSAPP_MESSAGE_PRICE: z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .describe(
        'what a delivered WhatsApp message costs, in whole rupiah; with it the report of messages estimates the cost',
      ),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/u })
      .optional()
      .meta(
        secretly(
          'mail server, as smtp://user:password@host:587 (STARTTLS) or smtps://…:465; with MAIL_FROM it turns letters on',
        ),
      ),
    MAIL_FROM: sharedConfig.MAIL_FROM,
    MAIL_WEBHOOK_SECRET: z
      .string()
      .min(16)
      .optional()
      .meta(secretly('signs reports of letters that came back (deploy/email.md); without it none are taken')),
    OPERATOR_EMAIL: z
      .email()
      .optional()
      .describe('who hears by letter, once an hour at most, that a part of the portal does not answer'),
    GATEWAY_URL: z
      .url()
      .optional()
      .describe('address of the gateway, which is asked for `OPERATOR_EMAIL` whether all parts answer'),
    MESSAGES_A_DAY: limit(10).describe(
      'messages to one number in a day; codes, bulk messages and security notices are not counted',
    ),
    SECURITY_NOTICES_A_DAY: limit(20).describe(
      'notices to one number in a day of logins and changes in an account',
    ),
    UNPROVED_MESSAGES_A_DAY: limit(3).describe(
      'messages but codes in a day to a number that its account has not proved',
    ),
    UNPROVED_MESSAGES: limit(10).describe(
      'messages but codes in all to a number that its account has not proved',
    ),
    BULK_RATE: z.coerce
      .number()
      .int()
      .min(1)
      .max(80)
      .default(40)
      .describe('bulk messages a second; codes are not counted'),
  })
  .superRefine(({ SMTP_URL, MAIL_FROM }, context) => {
    if ((SMTP_URL === undefined) === (MAIL_FROM === undefined)) return;
    const path = [SMTP_URL === undefined ? 'SMTP_URL' : 'MAIL_FROM'];
    context.addIssue({ code: 'custom', path, message: 'letters need both SMTP_URL and MAIL_FROM' });
  })
  .refine(({ OPERATOR_EMAIL, SMTP_URL, GATEWAY_URL }) => !OPERATOR_EMAIL || (SMTP_URL && GATEWAY_URL), {
    path: ['OPERATOR_EMAIL'],
    message: 'needs SMTP_URL and GATEWAY_URL',
  });
export type Config = z.output<typeof configSchema>;
