import { JENJANG } from '@gerbang/domain/levels';
import { RELEASE_CAUSES } from '@gerbang/domain/offers';
import { z } from 'zod';
import { actorSchema } from './account-events.ts';

/** How many places of a class are free; `free` null = its seats are limited no more. A higher version wins. */
export const seatsChangedSchema = z.object({
  pool_id: z.uuid(),
  academic_year: z.string(),
  jenjang: z.enum(JENJANG),
  /** Null = the classes of the level together. */
  kelas: z.string().nullable(),
  free: z.int().nullable(),
  version: z.int(),
});

/** `version` is the offer's, as it was to be released: an answer about an earlier one says nothing of it. */
const offerOfSchema = z.object({ offer_id: z.uuid(), registration_id: z.uuid(), version: z.int() });

/** A seat is to be released: billing releases or keeps it, by what was confirmed and paid. */
export const offerReleasingSchema = offerOfSchema.extend({
  cause: z.enum(RELEASE_CAUSES),
  /** The staff's, for a confirmation that is declined with it. */
  reason: z.string().nullable(),
  /** Who releases it; null where it is no staff. */
  actor: actorSchema.nullable(),
});

/** Nothing was confirmed or paid, and nothing can be any more. */
export const offerReleasedSchema = offerOfSchema;
export const offerKeptSchema = offerOfSchema.extend({ reason: z.enum(['confirmed', 'paid']) });
