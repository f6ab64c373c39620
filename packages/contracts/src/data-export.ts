import { z } from 'zod';
import { userSchema } from './users.ts';
import { ownResultSchema } from './announcement-shapes.ts';
import { endpoint } from './endpoint.ts';
import { factorSchema } from './factors.ts';
import { messageRowSchema } from './messages.ts';
import { inboxItemSchema } from './notifications.ts';
import { ownNumberRequestSchema } from './number-requests.ts';
import { access, moment, partOf, tags, trailSchema } from './export-parts.ts';
import { admissionExport } from './admission-export.ts';
import { billingExport } from './billing-export.ts';

export const authExport = partOf(
  'auth',
  z.object({
    account: userSchema.extend({
      updated_at: moment,
      profile_login_phone: z.string().nullable(),
      /** An address that is wanted and not proved yet; only where the portal sends letters. */
      pending_email: z.string().nullable().optional(),
      /** Numbers that the account had in the last three days. */
      former_phones: z.array(z.string()),
      number_requests: z.array(ownNumberRequestSchema),
      factors: z.array(factorSchema),
      recovery_codes_left: z.int(),
    }),
    trail: trailSchema,
  }),
);

export const announcementExport = partOf(
  'announcement',
  z.object({ results: z.array(ownResultSchema), trail: trailSchema }),
);

export const notificationExport = partOf(
  'notification',
  z.object({
    messages: z.array(
      messageRowSchema
        .pick({
          id: true,
          kind: true,
          status: true,
          created_at: true,
          sent_at: true,
          delivered_at: true,
          read_at: true,
        })
        .extend({ phone: z.string(), text: z.string().nullable() }),
    ),
    inbox: z.array(inboxItemSchema),
    /** When the school called about messages that failed; missing where it never did. */
    contacts: z.array(z.object({ at: moment, note: z.string().nullable() })).optional(),
    trail: trailSchema,
  }),
);
export type NotificationExport = z.output<(typeof notificationExport)['response'][200]>;

/** The parts of an export in the order of the file. Admission comes first, because it counts and notes the export. */
export const EXPORT_PARTS = [
  admissionExport,
  authExport,
  announcementExport,
  billingExport,
  notificationExport,
] as const;

const answerOf = <E extends (typeof EXPORT_PARTS)[number]>(part: E): E['response'][200] => part.response[200];

/**
 * Everything that is held about the caller's family (UU 27/2022, articles 30 and 32): put together by the gateway,
 * whole or not at all.
 */
export const getDataExport = endpoint({
  id: 'B10',
  method: 'GET',
  path: '/api/parent/data-export',
  service: 'gateway',
  access,
  summary: 'Semua data keluarga sendiri sebagai berkas JSON, beserta siapa saja yang melihatnya',
  audited: true,
  tags,
  response: {
    200: z.object({
      exported_at: moment,
      sessions: z.array(
        z.object({
          device: z.string().nullable(),
          network: z.string().nullable(),
          started_at: moment,
          last_seen_at: moment,
        }),
      ),
      admission: answerOf(admissionExport),
      auth: answerOf(authExport),
      announcement: answerOf(announcementExport),
      billing: answerOf(billingExport),
      notification: answerOf(notificationExport),
    }),
  },
});
