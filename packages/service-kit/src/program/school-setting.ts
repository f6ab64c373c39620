import { readFileSync } from 'node:fs';
import { schoolSchema } from '@gerbang/contracts/school';
import { z } from 'zod';

/**
 * The foundation's own settings (`SCHOOL_CONFIG`): the path of a JSON file; the specification's values without one
 * (decisions, Re-enrolment and money). A file that does not fit is reported with the other variables at the start.
 */
export const schoolSetting = z
  .string()
  .optional()
  .transform((path, context) => {
    try {
      return schoolSchema.parse(path === undefined ? {} : JSON.parse(readFileSync(path, 'utf8')));
    } catch (error) {
      context.addIssue({ code: 'custom', message: `is no usable school configuration: ${String(error)}` });
      return z.NEVER;
    }
  })
  .describe(
    'path of a JSON file with levels, classes, fees, open years, official account, discounts, contact; the specified values without one',
  );
