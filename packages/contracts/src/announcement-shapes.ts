import {
  ANNOUNCEMENT_ACTIONS,
  ANNOUNCEMENT_STATUSES,
  RESULTS,
  SKIP_REASONS,
} from '@gerbang/domain/announcements';
import { JENJANG } from '@gerbang/domain/levels';
import { z } from 'zod';
import { sheetSummarySchema } from './observation-summaries.ts';
import { personSchema } from './registrations.ts';

const text = z.string().nullable();
const moment = z.iso.datetime();
/** Who did it, and when. */
const deed = z.object({ at: moment, by: personSchema });
/** A child with what tells namesakes apart; a copy of an older release has neither gender nor parent. */
const listedChild = z.object({
  full_name: z.string(),
  nick_name: text,
  gender: text,
  parent_name: text,
  /** Where the profile names no parent. */
  name_from_account: text,
});

/** The places of a child's class, where they are limited; `kelas` null = of its level. */
const pool = z.object({ id: z.uuid(), kelas: text, free: z.int() }).optional();

/** What assessors said of a child together; missing without a sheet, and for roles that read no figures. */
const observation = sheetSummarySchema.omit({ sheets: true }).extend({ average: z.number() }).optional();

/** A row of the staff's list. */
export const announcementRowSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  content: z.string(),
  observation_period: z.string(),
  jenjang: z.enum(JENJANG),
  status: z.enum(ANNOUNCEMENT_STATUSES),
  created_by: personSchema,
  /** Whether the caller created, changed or submitted it: such a person may not review it. */
  own: z.boolean(),
  /** The actions that the caller may take now. */
  may: z.array(z.enum(ANNOUNCEMENT_ACTIONS)),
  reviewed_by: personSchema.nullable(),
  review_notes: text,
  published_by: personSchema.nullable(),
  /** Who vouched at the submission that the unexamined results were examined outside the portal. */
  examined_outside: deed.nullable(),
  created_at: moment,
  updated_at: moment,
  submitted_at: moment.nullable(),
  reviewed_at: moment.nullable(),
  published_at: moment.nullable(),
  /** The numbers of passed and failed results, and of those that were not applied. */
  counts: z.object({
    total: z.int(),
    passed: z.int(),
    failed: z.int(),
    skipped: z.int(),
    /** Only where a result goes to the waiting list. */
    waitlisted: z.int().optional(),
  }),
  version: z.int(),
  /** The announcement that this one corrects; missing where it corrects none. */
  corrects_id: z.uuid().optional(),
});
export type AnnouncementRow = z.output<typeof announcementRowSchema>;

/** A result as staff see it: names of child and parent, gender and class, no personal numbers. */
export const announcementResultSchema = z.object({
  id: z.uuid(),
  announcement_id: z.uuid(),
  registration_id: z.uuid(),
  child_id: z.uuid(),
  /** The family's account, before publication. */
  user_id: z.uuid().optional(),
  result: z.enum(RESULTS),
  individual_note: text,
  created_at: moment,
  child: listedChild,
  /** Before publication. */
  pool,
  observation,
  registration: z.object({ registration_number: z.string(), jenjang: z.enum(JENJANG), kelas: text }),
  /** Who examined it and when; null = not examined. */
  checked: deed.nullable(),
  /** Before publication: why it would not be applied now; null = it would. */
  obstacle: z.enum(SKIP_REASONS).nullable(),
  /** After publication: why it was not applied; null = it was, or will be in a moment. */
  skip_reason: z.enum(SKIP_REASONS).nullable(),
  /** After publication, where something else holds by now: the list or a correction has moved it. */
  standing: z.enum(RESULTS).optional(),
  /** When a correction took its place, and that one's announcement. */
  corrected: z.object({ at: moment, announcement_id: z.uuid() }).optional(),
});
export type AnnouncementResult = z.output<typeof announcementResultSchema>;

/** The announcement with its results in the order of the children's names. */
export const announcementSchema = announcementRowSchema.extend({
  results: z.array(announcementResultSchema),
});
export type Announcement = z.output<typeof announcementSchema>;

/** A child that waits for a result. */
export const waitingStudentSchema = z.object({
  /** The registration's. */
  id: z.uuid(),
  child_id: z.uuid(),
  child: listedChild,
  pool,
  observation,
  registration_number: z.string(),
  jenjang: z.enum(JENJANG),
  kelas: text,
});
export type WaitingStudent = z.output<typeof waitingStudentSchema>;

/** A published result of a child of the caller's family. */
export const ownResultSchema = z.object({
  id: z.uuid(),
  announcement_id: z.uuid(),
  title: z.string(),
  content: z.string(),
  observation_period: z.string(),
  jenjang: z.enum(JENJANG),
  result: z.enum(RESULTS),
  individual_note: text,
  published_at: moment,
  /** When the result was first published that this one corrects; missing where it corrects none. */
  first_published_at: moment.optional(),
  /** When a correction took its place; missing where it holds. */
  corrected_at: moment.optional(),
  child: z.object({ full_name: z.string(), nick_name: text }),
  registration: z.object({ id: z.uuid(), jenjang: z.enum(JENJANG), kelas: text }),
});
export type OwnResult = z.output<typeof ownResultSchema>;
