import type { exportSchool as call } from '@gerbang/contracts/school-versions';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { allDaysOff } from '../school-record/school-days.repository.ts';
import { activeVersion } from './school-versions.repository.ts';

/** The whole school in force as one file, to begin another portal with; no person and no secret is in it. */
export async function exportSchool(
  { database }: Context,
  caller: Caller,
): Promise<z.input<(typeof call)['response'][200]>> {
  return database.transaction(async (trx) => {
    const active = await activeVersion(trx);
    const days = await allDaysOff(trx);
    await audit(trx, {
      action: 'school.exported',
      actor: await actorOf(trx, caller),
      subject: active.id,
      details: { version: active.version },
      origin: caller.origin,
    });
    return {
      format: 'gerbang-school/1' as const,
      settings: active.settings,
      days_off: days.map(({ day, name, kind }) => ({ day, name, kind })),
      // The portal has neither yet; a file keeps their places.
      document_types: [],
      rubrics: [],
    };
  });
}
