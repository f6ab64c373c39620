import { DOCUMENT_FACTS } from '@gerbang/domain/child-documents';
import { PROOF_ALERT_STATUSES } from '@gerbang/domain/proof-alerts';
import { PAYMENT_CAUSES } from '@gerbang/domain/registration-payments';
import { ENTRY_STATUSES } from '@gerbang/domain/waitlist';
import { z } from 'zod';
import { feeDifferenceSchema } from './staff-registrations.ts';
import { childSchema } from './children.ts';
import { childDocumentSchema, documentVersionSchema } from './child-documents.ts';
import { erasureRequestSchema } from './erasure-requests.ts';
import { familyNoteSchema } from './families.ts';
import { correctionRequestSchema } from './correction-requests.ts';
import { correctionSchema } from './corrections.ts';
import { withdrawalSchema } from './withdrawals.ts';
import { refundAccountSchema } from './refund-shapes.ts';
import { BOOKING_SOURCES } from '@gerbang/domain/observation-bookings';
import { slotSchema } from './observation-slots.ts';
import { offerSchema } from './offers.ts';
import { parentSchema } from './parents.ts';
import { stageEntrySchema } from './registration-stages.ts';
import { registrationSchema } from './registrations.ts';
import { prioritySchema, seatSchema } from './waitlists.ts';
import { moment, partOf, trailSchema } from './export-parts.ts';

/** A difference of a fee as its family's export has it. */
export const exportedDifference = feeDifferenceSchema.extend({
  paid_at: moment.nullable(),
  /** Since when the fee is owed again, or the money of a paid one was taken back. */
  ended_at: moment.nullable(),
});
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
