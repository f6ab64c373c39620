import { z } from 'zod';

/** The one error shape (decisions, Everywhere). */
export const problemSchema = z.object({
  statusCode: z.int(),
  code: z.string(),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string(),
});

export type ProblemBody = z.infer<typeof problemSchema>;
