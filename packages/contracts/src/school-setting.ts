import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { schoolSchema } from './school.ts';

/**
 * The school's settings (`SCHOOL_CONFIG`): the path of a JSON file, or the defaults of `schoolSchema` without one. An
 * invalid file is reported together with the other invalid variables at the start.
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
    'path of a JSON file with which a new portal begins: levels, classes, fees, open years, official account, discounts, contact; later the school is set up in the portal',
  );
