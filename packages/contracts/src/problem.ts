import { z } from 'zod';

/** What a 409 `stale` tells besides: who changed the record, when, and how it is now (Precisions, Repeating and racing). */
const staleSchema = z.object({
  changed_by: z.object({ name: z.string().nullable(), role: z.string() }).nullable(),
  changed_at: z.string().nullable(),
  /** The record as its GET shows it. */
  present: z.unknown(),
});
export type StaleState = z.infer<typeof staleSchema>;

/** The one error shape (decisions, Everywhere). */
export const problemSchema = z.object({
  statusCode: z.int(),
  code: z.string(),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  stale: staleSchema.optional(),
  requestId: z.string(),
});

export type ProblemBody = z.infer<typeof problemSchema>;
