import { dayText } from '@gerbang/domain/date-text';
import { type PlannedDayOff, sourceOf } from '@gerbang/domain/school-days';
import { auditAll, audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { Problem, notFound } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { slotsOnDays } from '../observation-slots/slots.repository.ts';
import {
  type DayOffRecord,
  dropSuggestions,
  insertDaysOff,
  removeDayOff,
} from '../school-record/school-days.repository.ts';
import { suggestedDays } from './holidays.ts';

/** 409 for days that exist, each named at its row of the body. */
function dayTaken(days: readonly PlannedDayOff[], written: readonly DayOffRecord[]): Problem {
  const free = new Set(written.map(({ day }) => day));
  const taken = days.flatMap(({ day }, index) => (free.has(day) ? [] : [{ day, index }]));
  const issues = taken.map(({ day, index }) => ({
    path: `days.${index}.day`,
    message: `${dayText(day)} sudah menjadi hari libur.`,
  }));
  const [first] = issues;
  return new Problem(409, 'day_taken', first?.message ?? 'Hari libur ini sudah ada.', { issues });
}

/**
 * Adds days off, all or none: 409 where one exists, also when another caller adds it at the same moment. Whether a day was
 * suggested is found out here. `warnings` names those of them that have slots of the observation, which stay as they are.
 */
export async function addDaysOff(
  context: Context,
  caller: Caller,
  days: readonly PlannedDayOff[],
): Promise<{ readonly days: DayOffRecord[]; readonly warnings: Awaited<ReturnType<typeof slotsOnDays>> }> {
  const years = [...new Set(days.map(({ day }) => Number(day.slice(0, 4))))];
  const suggestions = (
    await Promise.all(years.map((year) => suggestedDays(context.database.knex, year)))
  ).flat();
  return context.database.transaction(async (trx) => {
    const actor = await actorOf(trx, caller);
    const planned = days.map((day) => ({ ...day, source: sourceOf(day, suggestions) }));
    const written = await insertDaysOff(trx, planned, actor);
    if (written.length < days.length) throw dayTaken(days, written);
    await dropSuggestions(
      trx,
      days.map(({ day }) => day),
    );
    await auditAll(
      trx,
      written.map(({ id, day, name, kind, source }) => ({
        action: 'day_off.added',
        actor,
        subject: id,
        details: { day, name, kind, source },
        origin: caller.origin,
      })),
    );
    const warnings = await slotsOnDays(
      trx,
      days.map(({ day }) => day),
    );
    return { days: written, warnings };
  });
}

/** Deletes a day off; 404 where there is none, also for the second of two callers. */
export async function deleteDayOff(context: Context, caller: Caller, id: string): Promise<void> {
  await context.database.transaction(async (trx) => {
    const removed = await removeDayOff(trx, id);
    if (!removed) throw notFound('Hari libur tidak ditemukan');
    const { day, name, kind } = removed;
    await audit(trx, {
      action: 'day_off.deleted',
      actor: await actorOf(trx, caller),
      subject: id,
      details: { day, name, kind },
      origin: caller.origin,
    });
  });
}
