import type { previewRefundRule as call } from '@gerbang/contracts/refund-rule';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { firstDayOf } from '@gerbang/domain/level-ages';
import { ANY_SCHOOL_YEAR, inventedFamilies, refundOf, refundRuleWarnings } from '@gerbang/domain/refund-rule';
import { offeredLevels } from '@gerbang/domain/school-settings';
import type { z } from 'zod';
import type { Context } from '../context.ts';

type Body = z.output<(typeof call)['body']>;

/** What families that leave would get back by a rule that is not in force, for a school of the present fees and years. */
export function previewRefundRule({ school, now }: Context, { rule }: Body) {
  const { settings } = school.held;
  const today = jakartaDay(now());
  const years = settings.academic_years;
  const year = years.find((one) => today < firstDayOf(one)) ?? years.at(-1) ?? ANY_SCHOOL_YEAR;
  const fee = offeredLevels(settings)[0]?.fee ?? 0;
  return {
    families: inventedFamilies(today, year, fee).map(({ title, leaving }) => ({
      title,
      ...refundOf(rule, leaving),
    })),
    warnings: refundRuleWarnings(rule, year).map(({ text }) => text),
  };
}
