import type { Presence } from '@gerbang/domain/check-ins';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import { byDay } from '@gerbang/service-kit/events/account-messages';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { writeMoves } from '../observation-slots/move-families.ts';
import { beforeMove } from '../registration-record/moves.ts';
import type { LockedRegistration } from '../registration-record/registrations.repository.ts';
import { refuseStage } from '../registration-record/rules.ts';
import { stageMove } from '../registration-record/stages.repository.ts';

/** The stage of a child that came, and of one that did not. */
const STAGES = { attended: 'obs_attended', absent: 'obs_not_attended' } as const;

/** Writes the stage of locked registrations whose presence was noted, as a stage set by hand, and tells their families. */
export async function writePresence(
  context: Context,
  trx: Db,
  caller: Caller,
  families: readonly LockedRegistration[],
  { slotId, to, by }: { readonly slotId: string; readonly to: Presence; readonly by: 'staff' | 'presence' },
): Promise<void> {
  const stage = STAGES[to];
  for (const present of families) {
    refuseStage(present, stage, by);
    await beforeMove(context, trx, stageMove({ present, to: stage, by }));
  }
  const params = { stage: STAGE_LABELS[stage] };
  const message = { kind: 'stage_changed', params, ...byDay(context) } as const;
  await writeMoves(context, trx, caller, families, { slotId, to: stage, by, message });
}
