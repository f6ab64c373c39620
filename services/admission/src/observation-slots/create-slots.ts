import { makeSlots as call, type Slot } from '@gerbang/contracts/observation-slots';
import { auditAll } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { onceBy, requireKey } from '@gerbang/service-kit/http/idempotency';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { levelOf, refuseClosedYear, refuseLevelNotOffered } from '../registration-record/rules.ts';
import { assessorsById, refuseClash, refuseFreeTimes, refuseTimes } from './slot-rules.ts';
import { insertSlot, lockCalendar, slotsById, writeAssessors } from './slots.repository.ts';
import { toSlot } from './slots.view.ts';

type Body = z.output<(typeof call)['body']>;
type Wanted = Body['slots'][number];

/** A slot as it is written; one without times of its own is open from now until it starts. */
function toRow({ assessors: _assessors, ...wanted }: Wanted, now: Date) {
  const starts_at = new Date(wanted.starts_at);
  return {
    ...wanted,
    id: uuidv7(),
    starts_at,
    ends_at: new Date(wanted.ends_at),
    opens_at: wanted.opens_at === undefined ? now : new Date(wanted.opens_at),
    closes_at: wanted.closes_at === undefined ? starts_at : new Date(wanted.closes_at),
    instructions: wanted.instructions ?? null,
    published: wanted.published ?? false,
  };
}

/** Makes slots, all or none, once for a key. 409 `place_taken`, `assessor_taken`; 422 `day_off` without a reason. */
export async function createSlots(context: Context, caller: Caller, body: Body): Promise<Slot[]> {
  requireKey(caller);
  const { settings } = context.school;
  const now = context.now();
  const made = body.slots.map((wanted) => ({ wanted, row: toRow(wanted, now) }));
  for (const [at, { wanted, row }] of made.entries()) {
    refuseTimes(row, now, `slots.${at}.`);
    await refuseClosedYear(context.database.knex, wanted.academic_year);
    refuseLevelNotOffered(levelOf(settings, wanted.jenjang));
  }
  const rows = made.map(({ row }) => row);
  await refuseFreeTimes(context.database.knex, settings, rows, body);
  return onceBy(context, caller, { route: call.id, body }, async (trx) => {
    await lockCalendar(trx);
    for (const { wanted, row } of made) {
      const people = await assessorsById(trx, wanted.assessors);
      await refuseClash(trx, row, wanted.assessors);
      await insertSlot(trx, row);
      await writeAssessors(trx, row, people);
    }
    const actor = await actorOf(trx, caller);
    await auditAll(
      trx,
      made.map(({ wanted, row }) => ({
        action: 'slot.created',
        actor,
        subject: row.id,
        details: {
          jenjang: row.jenjang,
          academic_year: row.academic_year,
          starts_at: row.starts_at.toISOString(),
          place: row.place,
          capacity: row.capacity,
          assessors: wanted.assessors.length,
          ...(body.override === true && { day_off_reason: body.reason }),
        },
        origin: caller.origin,
      })),
    );
    return (
      await slotsById(
        trx,
        rows.map(({ id }) => id),
      )
    ).map(toSlot);
  });
}
