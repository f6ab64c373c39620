import { addDays } from '@gerbang/domain/reports';
import { CONTINUATION_REMINDER_DAYS } from '@gerbang/domain/continuations';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { isMessageHour } from '@gerbang/domain/message-hours';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Context } from '../context.ts';
import type { Move } from '../registration-record/moves.ts';
import { publishMoves } from '../registration-record/publish.ts';
import { lockOne, registrations } from '../registration-record/registrations.repository.ts';
import { stageMove, writeStages } from '../registration-record/stages.repository.ts';
import { SYSTEM_WAIVER } from '../registration-record/system-actor.ts';
import { tellQuestion } from './ask-continuations.ts';
import { takeReminders, withoutObservation } from './continuations.repository.ts';

/** A continuing child that is not observed waits for its result as soon as its fee is verified. */
export async function followFees(context: Context, trx: Db, moves: readonly Move[]): Promise<void> {
  const verified = moves.filter((move) => move.kind === 'payment' && move.to === 'verified');
  if (verified.length === 0) return;
  const waiting = await withoutObservation(
    trx,
    verified.map(({ id }) => id),
  );
  for (const { id } of waiting) {
    const present = await lockOne(registrations(trx), id);
    if (!present) continue;
    const move = { present, to: 'waiting_announcement', by: 'continuation' } as const;
    await writeStages(trx, [{ ...move, actor: SYSTEM_WAIVER }]);
    await publishMoves(context, trx, [stageMove(move)]);
  }
}

/** Reminds families that have not answered, once and by day. Returns how many. */
export async function remindUnanswered(context: Context): Promise<number> {
  const at = context.now();
  if (!isMessageHour(at)) return 0;
  const today = jakartaDay(at);
  return context.database.transaction(async (trx) => {
    const due = await takeReminders(trx, { today, until: addDays(today, CONTINUATION_REMINDER_DAYS), at });
    for (const { jenjang, kelas, deadline, ...one } of due) {
      await tellQuestion(context, trx, one, {
        kind: 'continue_reminder',
        place: { jenjang, kelas },
        deadline,
      });
    }
    return due.length;
  });
}
