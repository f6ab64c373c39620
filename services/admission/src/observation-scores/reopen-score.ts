import type { reopenScore as call, ScoreBoard } from '@gerbang/contracts/observation-scores';
import { audit } from '@gerbang/service-kit/audit/audit';
import { changeLocked } from '@gerbang/service-kit/data/change-locked';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, forbidden, notFound } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { lockOne, registrations } from '../registration-record/registrations.repository.ts';
import { noRegistration } from '../registration-record/rules.ts';
import { readsAll, stageRefused } from './score-rules.ts';
import { publishSummary, sheetOf, sheetsOf, updateSheet } from './scores.repository.ts';
import { scoreBoard } from './scores.view.ts';

/** All sheets about a child; the trail keeps who read them. 403 for an assessor who has not sent its own. */
export async function readScores(context: Context, caller: Caller, id: string): Promise<ScoreBoard> {
  return context.database.transaction(async (trx) => {
    const found = await registrations(trx).where('registrations.id', id).first('registrations.id');
    if (!found) throw noRegistration();
    if (!readsAll(caller, await sheetOf(trx, id, caller.id))) {
      throw forbidden('Kirim lembar Anda lebih dahulu, lalu baca lembar penilai lain.');
    }
    const actor = await actorOf(trx, caller);
    await audit(trx, { action: 'score.read', actor, subject: id, origin: caller.origin });
    return scoreBoard(context, trx, id);
  });
}

/** Opens a sent sheet for its assessor again. 404; 409 `not_submitted`, and `stage_not_allowed` once the result was published. */
export async function reopenScore(
  context: Context,
  caller: Caller,
  { id, scoreId }: { readonly id: string; readonly scoreId: string },
  { reason }: z.output<(typeof call)['body']>,
): Promise<ScoreBoard> {
  return changeLocked(context.database, caller, {
    lock: async (trx) => {
      const registration = await lockOne(registrations(trx), id);
      if (!registration) throw noRegistration();
      const sheet = (await sheetsOf(trx, id)).find((one) => one.id === scoreId);
      return sheet && { ...sheet, current_stage: registration.current_stage };
    },
    notFound: () => notFound('Lembar tidak ditemukan'),
    expect: { actions: [], present: ({ trx }) => scoreBoard(context, trx, id) },
    apply: async ({ trx, present, actor }) => {
      const late = stageRefused(present);
      if (late) throw late;
      if (present.status !== 'submitted') {
        throw conflict('not_submitted', 'Lembar ini belum dikirim, jadi masih dapat diubah penilainya.');
      }
      const by = await actor();
      const change = {
        submitted_at: null,
        reopened_at: context.now(),
        reopened_by_id: by.id,
        reopened_by_name: by.name,
        reopen_reason: reason,
      };
      await updateSheet(trx, present, { to: 'draft', by: 'head' }, change);
      return scoreId;
    },
    audit: () => ({ action: 'score.reopened', subject: id }),
    publish: ({ trx }) => publishSummary(context, trx, id),
    view: ({ trx }) => scoreBoard(context, trx, id),
  });
}
