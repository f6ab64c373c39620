import { RECOMMENDATIONS } from '@gerbang/domain/observation-scores';
import { z } from 'zod';

/** What sent sheets say together; `average` and `spread` have three places. */
export const sheetSummarySchema = z.object({
  sheets: z.int(),
  average: z.number().nullable(),
  spread: z.number().nullable(),
  recommendations: z.partialRecord(z.enum(RECOMMENDATIONS), z.int()),
});

/** What a registration's sheets say together, at their version; a higher one wins. */
export const observationSummarisedSchema = sheetSummarySchema.extend({
  registration_id: z.uuid(),
  version: z.int(),
});
