import type { createWave as call, StaffWave } from '@gerbang/contracts/waves';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { levelOf, refuseClosedYear, refuseLevelNotOffered } from '../../registration-record/rules.ts';
import { orOverlap, refusePeriod, refuseTimes } from './wave-rules.ts';
import { insertWave, lockPlace } from './waves.repository.ts';
import { toStaffWave } from './waves.view.ts';

type Body = z.output<(typeof call)['body']>;

/** Adds a wave; its own fee counts once a second person has confirmed it. 409 `wave_overlap`, 422 `closes_before_opens`. */
export async function createWave(context: Context, caller: Caller, body: Body): Promise<StaffWave> {
  const { settings } = context.school;
  const times = { opens_at: new Date(body.opens_at), closes_at: new Date(body.closes_at) };
  refuseTimes(times);
  await refuseClosedYear(context.database.knex, body.academic_year);
  refuseLevelNotOffered(levelOf(settings, body.jenjang));
  refusePeriod(settings, body.payment_period);
  return orOverlap(() =>
    context.database.transaction(async (trx) => {
      await lockPlace(trx, body);
      const actor = await actorOf(trx, caller);
      const typed = body.fee_override ?? null;
      const made = await insertWave(trx, {
        ...body,
        ...times,
        ...(typed !== null && {
          fee_typed_by_id: caller.id,
          fee_typed_by_name: actor.name,
          fee_typed_by_role: caller.role,
        }),
      });
      await audit(trx, {
        action: 'wave.created',
        actor,
        subject: made.id,
        details: {
          wave: made.name,
          academic_year: made.academic_year,
          jenjang: made.jenjang,
          opens_at: body.opens_at,
          closes_at: body.closes_at,
          applicants_max: made.applicants_max,
          fee_override: made.fee_override,
        },
        origin: caller.origin,
      });
      return toStaffWave(context, made, caller);
    }),
  );
}
