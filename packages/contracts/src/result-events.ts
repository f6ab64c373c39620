import { RESULTS, SKIP_REASONS } from '@gerbang/domain/announcements';
import { JENJANG } from '@gerbang/domain/levels';
import { z } from 'zod';
import { actorSchema } from './account-events.ts';

/** The text of an announcement as the families of its results read it. */
export const announcementTextSchema = z.object({
  title: z.string(),
  content: z.string(),
  observation_period: z.string(),
  jenjang: z.enum(JENJANG),
  /** When the result was first published that this announcement corrects; missing where it corrects none. */
  first_published_at: z.iso.datetime().optional(),
});

/** How many results of an announcement travel in one event: they are applied in one transaction. */
export const RESULTS_TOGETHER = 50;

const publicationSchema = z.object({
  announcement_id: z.uuid(),
  /** The publication's time: 'Diterima tanggal' everywhere. */
  published_at: z.iso.datetime(),
  /** Missing in events of a release before the read model of the dashboard. */
  text: announcementTextSchema.optional(),
  published_by: actorSchema,
});
const oneResultSchema = z.object({
  result_id: z.uuid(),
  registration_id: z.uuid(),
  child_id: z.uuid(),
  result: z.enum(RESULTS),
  /** The note to the child's family; missing in events of a release before the read model of the dashboard. */
  individual_note: z.string().nullable().optional(),
});

/** A result was published: admission moves the registration and notifies the family. */
export const resultPublishedSchema = publicationSchema.extend(oneResultSchema.shape);

export const resultsPublishedSchema = publicationSchema.extend({
  results: z.array(oneResultSchema).min(1).max(RESULTS_TOGETHER),
});

/**
 * What families read of published results, once more: for a read model that is new, lost or to be compared. It moves no
 * registration. `check` = the receiver should have known all of it already, and counts what it did not.
 */
export const resultsToldSchema = z.object({
  announcement_id: z.uuid(),
  published_at: z.iso.datetime(),
  text: announcementTextSchema,
  results: z
    .array(
      oneResultSchema
        .pick({ result_id: true, registration_id: true, result: true })
        .extend({ individual_note: z.string().nullable() }),
    )
    .max(RESULTS_TOGETHER),
  check: z.boolean(),
});

/** A published result that could not be applied any more; the announcement lists it for staff. */
export const resultSkippedSchema = z.object({
  announcement_id: z.uuid(),
  registration_id: z.uuid(),
  reason: z.enum(SKIP_REASONS),
});

/** A correction of a result was applied: its announcement is published, even where the call that asked for it has ended. */
export const resultCorrectedSchema = z.object({
  correction_id: z.uuid(),
  published_at: z.iso.datetime(),
  approved_by: actorSchema,
  over_reason: z.string().nullable(),
});

/** A correction away from an acceptance was withdrawn: an approval that was cut off may have closed billing's copy for it. */
export const resultCorrectionWithdrawnSchema = z.object({ registration_id: z.uuid() });
