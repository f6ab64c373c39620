import * as calls from '@gerbang/contracts/school-days';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { callerOf } from '@gerbang/service-kit/http/caller';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withId } from '@gerbang/service-kit/http/use-cases';
import { addDaysOff, deleteDayOff } from './add-days-off.ts';
import { type DayOffRecord, daysOffOf } from '../school-record/school-days.repository.ts';
import { suggestedDays } from './holidays.ts';

const toDayOff = ({ created_by_id: _id, created_at, ...day }: DayOffRecord) => ({
  ...day,
  created_at: created_at.toISOString(),
});

/** The calls about days off. */
export function schoolDaysRoutes(app: FastifyInstance, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, calls.listDaysOff, async ({ query }) => {
    const year = query.year ?? Number(jakartaDay(context.now()).slice(0, 4));
    const days = await daysOffOf(db, year);
    const confirmed = new Set(days.map(({ day }) => day));
    const suggestions = await suggestedDays(db, year);
    return { days: days.map(toDayOff), suggestions: suggestions.filter(({ day }) => !confirmed.has(day)) };
  });
  mount(app, verifier, calls.addDaysOff, async ({ identity, request, body }) => {
    const { days, warnings } = await addDaysOff(context, callerOf(identity, request), body.days);
    return { days: days.map(toDayOff), warnings };
  });
  mount(app, verifier, calls.deleteDayOff, withId(context, deleteDayOff));
}
