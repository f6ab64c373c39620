import { rolesWith } from '@gerbang/domain/abilities';
import { DOCUMENT_FACTS } from '@gerbang/domain/child-documents';
import { PAY_CHANNELS, PAY_REQUEST_STATUSES } from '@gerbang/domain/pay-requests';
import { BANK_TARGETS, EXPECTATION_KINDS, EXPECTATION_STATUSES } from '@gerbang/domain/payment-expectations';
import { PROOF_ALERT_STATUSES } from '@gerbang/domain/proof-alerts';
import { PAYMENT_CAUSES } from '@gerbang/domain/registration-payments';
import { ENTRY_STATUSES } from '@gerbang/domain/waitlist';
import { z } from 'zod';
import { feeDifferenceSchema } from './staff-registrations.ts';
import { userSchema } from './users.ts';
import { ownResultSchema } from './announcement-shapes.ts';
import { childSchema } from './children.ts';
import { childDocumentSchema, documentVersionSchema } from './child-documents.ts';
import { confirmationSchema } from './enrollment-confirmations.ts';
import { endpoint, type ServiceName } from './endpoint.ts';
import { erasureRequestSchema } from './erasure-requests.ts';
import { familyNoteSchema } from './families.ts';
import { factorSchema } from './factors.ts';
import { invoicePaymentSchema } from './invoice-payments.ts';
import { invoiceSchema } from './invoices.ts';
import { messageRowSchema } from './messages.ts';
import { inboxItemSchema } from './notifications.ts';
import { ownNumberRequestSchema } from './number-requests.ts';
import { correctionRequestSchema } from './correction-requests.ts';
import { correctionSchema } from './corrections.ts';
import { withdrawalSchema } from './withdrawals.ts';
import { heldRequestSchema } from './money-requests.ts';
import { heldPaperSchema } from './papers.ts';
import { heldRefundSchema, refundAccountSchema } from './refund-shapes.ts';
import { BOOKING_SOURCES } from '@gerbang/domain/observation-bookings';
import { slotSchema } from './observation-slots.ts';
import { offerSchema } from './offers.ts';
import { parentSchema } from './parents.ts';
import { heldSchemeSchema } from './payment-schemes.ts';
import { stageEntrySchema } from './registration-stages.ts';
import { registrationSchema } from './registrations.ts';
import { prioritySchema, seatSchema } from './waitlists.ts';

const moment = z.iso.datetime();

/** A difference of a fee as its family's export has it. */
export const exportedDifference = feeDifferenceSchema.extend({
  paid_at: moment.nullable(),
  /** Since when the fee is owed again, or the money of a paid one was taken back. */
  ended_at: moment.nullable(),
});
const access = { kind: 'roles', roles: rolesWith('family.own') } as const;
const tags = ['hak atas data'];

/** The trail of processing: what staff and programs did with the family's data (UU 27/2022, article 32). */
const trailSchema = z.array(
  z.object({
    at: moment,
    action: z.string(),
    /** Null where a program did it. */
    by: z.object({ name: z.string().nullable(), role: z.string() }).nullable(),
    subject_id: z.uuid().nullable(),
  }),
);

/** One service's part of the export: a call of the gateway alone, so it is not in the list of all calls. */
function partOf<const S extends ServiceName, const R extends z.ZodType>(service: S, response: R) {
  return endpoint({
    id: `B10-${service}`,
    method: 'GET',
    path: `/api/parent/data-export/${service}`,
    service,
    access,
    summary: 'Bagian ekspor data',
    tags,
    response: { 200: response },
  });
}

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

const fileSchema = z.object({
  id: z.uuid(),
  link: z.string(),
  name: z.string(),
  media_type: z.string(),
  size: z.int(),
  uploaded_at: moment,
  attached_to: z.string().nullable(),
  /** Whether a proof was found to be like another one, and what was decided. */
  alert: z.enum(PROOF_ALERT_STATUSES).nullable(),
});

/** A slot that a registration had. */
export const bookingExportSchema = slotSchema.pick({ starts_at: true, ends_at: true, place: true }).extend({
  status: slotSchema.shape.bookings.unwrap().shape.status,
  source: z.enum(BOOKING_SOURCES),
  attendees: slotSchema.shape.bookings.unwrap().shape.attendees,
  needs: z.string().nullable(),
  /** When it was noted that the child came, or did not. */
  checked_in_at: moment.nullable(),
  created_at: moment,
});

/** That an assessor wrote a sheet: without figures, which are the school's internal assessment. */
const assessmentSchema = z.object({
  /** Null where only what all said together is kept. */
  assessor: z.string().nullable(),
  what: z.literal('penilaian internal'),
  at: moment.nullable(),
});

const seatExportSchema = z.object({
  now: seatSchema,
  offers: z.array(offerSchema.omit({ child_name: true, registration_number: true, actions: true })),
  waitlists: z.array(
    z.object({
      status: z.enum(ENTRY_STATUSES),
      joined_at: moment,
      ended_at: moment.nullable(),
      positions: seatSchema.shape.waitlist.unwrap().shape.history,
    }),
  ),
  priorities: z.array(prioritySchema),
});

export const admissionExport = partOf(
  'admission',
  z.object({
    profile: parentSchema,
    children: z.array(
      childSchema.extend({
        deleted_at: moment.nullable(),
        /** The newest decision about its documents of which the family was told; missing where there was none. */
        documents_told_at: moment.optional(),
      }),
    ),
    consents: z.array(
      z.object({ child_id: z.uuid(), version: z.string(), address: z.string(), given_at: moment }),
    ),
    registrations: z.array(
      registrationSchema.extend({
        /** The wave in which it was made; missing where there were none. */
        wave: z.string().optional(),
        deleted_at: moment.nullable(),
        /** When the family opened the result. */
        result_opened_at: moment.nullable(),
        stages: z.array(stageEntrySchema),
        /** When staff reminded of missing documents, and when that was sent; missing where they never did. */
        documents_reminder: z.object({ asked_at: moment, done_at: moment.nullable() }).optional(),
        /** Seat and waiting list, with every number that was shown; missing where there never was one. */
        seat: seatExportSchema.optional(),
        /** What the fee differed by after a correction, and what became of it; missing where it did not. */
        fee_differences: z.array(exportedDifference).optional(),
        /** What the school corrected, and what the family asked to correct; missing where there was none. */
        corrections: z.array(correctionSchema).optional(),
        correction_requests: z.array(correctionRequestSchema).optional(),
        /** Slots of the observation that it had; missing where there was none. */
        observation_bookings: z.array(bookingExportSchema).optional(),
        /** Sheets of assessors about the child; missing where there is none. */
        observation_assessments: z.array(assessmentSchema).optional(),
        /** That the family left; missing where it did not. */
        withdrawal: withdrawalSchema.optional(),
        /** Its other requests to leave. */
        withdrawal_requests: z
          .array(withdrawalSchema.extend({ to: refundAccountSchema.optional() }))
          .optional(),
        payment_history: z.array(
          z.object({
            at: moment,
            from_status: z.string(),
            to_status: z.string(),
            reason: z.string().nullable(),
            cause: z.enum(PAYMENT_CAUSES),
            /** 'lewat mutasi bank' where the bank's statement paid the fee. */
            by_way_of: z.string().nullable(),
            by: z.object({ name: z.string().nullable(), role: z.string() }),
          }),
        ),
      }),
    ),
    /** Documents of the children with every sending and decision. */
    documents: z.array(
      childDocumentSchema.pick({ status: true, expires_on: true, waived_reason: true }).extend({
        id: z.uuid(),
        child_id: z.uuid(),
        type_key: z.string(),
        type_label: z.string(),
        purpose: z.string(),
        versions: z.array(documentVersionSchema),
        /** The facts that a person compared with this paper. */
        facts_checked: z.array(z.object({ fact: z.enum(DOCUMENT_FACTS), at: moment })),
        /** Those that were typed anew since; missing where none was. */
        facts_changed: z.array(z.object({ fact: z.enum(DOCUMENT_FACTS), at: moment })).optional(),
      }),
    ),
    files: z.array(fileSchema),
    /** What the school noted of calls with the family; missing where it never did. */
    notes: z.array(familyNoteSchema).optional(),
    /** What the family said for Dapodik, of a child or (null) of the parents, by field; missing where it said nothing. */
    dapodik: z
      .array(
        z.object({
          child_id: z.uuid().nullable(),
          answers: z.record(z.string(), z.union([z.string(), z.number()])),
          updated_at: moment,
        }),
      )
      .optional(),
    erasure_requests: z.array(erasureRequestSchema),
    trail: trailSchema,
  }),
);
export type AdmissionExport = z.output<(typeof admissionExport)['response'][200]>;

export const announcementExport = partOf(
  'announcement',
  z.object({ results: z.array(ownResultSchema), trail: trailSchema }),
);

export const billingExport = partOf(
  'billing',
  z.object({
    confirmations: z.array(confirmationSchema),
    schemes: z.array(heldSchemeSchema),
    invoices: z.array(invoiceSchema),
    payments: z.array(invoicePaymentSchema),
    /** The exact amounts that the family was asked to transfer. */
    payment_expectations: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(EXPECTATION_KINDS),
        registration_id: z.uuid().nullable(),
        /** Of the fees that it asks for together. */
        registration_ids: z.array(z.uuid()).optional(),
        invoice_id: z.uuid().nullable(),
        transfer_amount: z.int(),
        reference: z.string(),
        status: z.enum(EXPECTATION_STATUSES),
        created_at: moment,
        expires_at: moment,
      }),
    ),
    /** What the family asked to pay by virtual account or QRIS; missing where it never did. */
    pay_requests: z
      .array(
        z.object({
          request_no: z.string(),
          kind: z.enum(BANK_TARGETS),
          registration_id: z.uuid().nullable(),
          invoice_id: z.uuid().nullable(),
          channel: z.enum(PAY_CHANNELS),
          bank_code: z.string().nullable(),
          amount: z.int(),
          status: z.enum(PAY_REQUEST_STATUSES),
          va_number: z.string().nullable(),
          rrn: z.string().nullable(),
          paid_amount: z.int().nullable(),
          paid_at: moment.nullable(),
          created_at: moment,
          expires_at: moment,
        }),
      )
      .optional(),
    papers: z.array(heldPaperSchema),
    /** Changes of its money that staff asked a second person about; missing where there was none. */
    money_requests: z.array(heldRequestSchema).optional(),
    /** Money that goes back to it; missing where there is none. */
    refunds: z.array(heldRefundSchema).optional(),
    trail: trailSchema,
  }),
);
export type BillingExport = z.output<(typeof billingExport)['response'][200]>;

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
