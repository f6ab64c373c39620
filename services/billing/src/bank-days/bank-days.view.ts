import type { bankDaySchema } from '@gerbang/contracts/bank-days';
import { dayDifference } from '@gerbang/domain/bank-days';
import type { z } from 'zod';
import type { ClosingRecord, DayRecord } from './bank-days.repository.ts';

/** A day as finance sees it. */
export function toDay(figures: DayRecord, closing: ClosingRecord | undefined): z.input<typeof bankDaySchema> {
  const { returned, ...others } = figures;
  return {
    ...others,
    ...(returned > 0 && { returned }),
    difference: dayDifference(figures),
    closed: closing
      ? {
          by: { name: closing.closed_by_name, role: closing.closed_by_role },
          at: closing.at.toISOString(),
        }
      : null,
  };
}
