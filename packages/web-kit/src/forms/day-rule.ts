import { type DayLimits, dayProblem } from '@gerbang/domain/day-range';
import { z } from './form.ts';

/** The rule of a day in a form: within the limits as they are at this moment. '' passes, as it is not typed yet. */
export const dayWithin = (limitsAt: (now: Date) => DayLimits) =>
  z.check<string>(({ value, issues }) => {
    const message = value === '' ? null : dayProblem(limitsAt(new Date()), value);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });
