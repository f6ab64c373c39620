import {
  approveResultCorrection as approveCall,
  type ResultCorrection,
} from '@gerbang/contracts/result-corrections';
import type { Role } from '@gerbang/domain/roles';
import { changeLocked, type LockedStep } from '@gerbang/service-kit/data/change-locked';
import { changeOnce } from '@gerbang/service-kit/data/change-once';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { requireKey } from '@gerbang/service-kit/http/idempotency';
import { conflict, forbidden, refusedField } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import { findAnnouncement } from '../announcements/announcements.repository.ts';
import type { Context } from '../context.ts';
import { correctedText, noteOfPublication, publishCorrection } from './publish-correction.ts';
import {
  type CorrectionRecord,
  decideCorrection,
  findCorrection,
  lockCorrection,
} from './result-corrections.repository.ts';
import { noCorrection, toResultCorrection } from './result-corrections.view.ts';

const WITHDRAWN = 'result_correction.withdrawn';

function refuseDecided({ status }: Pick<CorrectionRecord, 'status'>): void {
  if (status !== 'waits') throw conflict('request_decided', 'Koreksi ini sudah diputuskan.');
}

/** 403 for the person who asked, and for an account that is no second person to that one. */
async function refuseFirst(context: Context, caller: Caller, id: string): Promise<void> {
  const correction = await findCorrection(context.database.knex, id);
  if (!correction) throw noCorrection();
  if (context.config.FOUR_EYES === 'off') return;
  if (correction.asked_by_id === caller.id) {
    throw forbidden('Koreksi yang Anda ajukan disetujui oleh orang lain.', 'author_cannot_review');
  }
  if (correction.status !== 'waits') return;
  await context.assertEyes(caller.id, [correction.asked_by_id], caller.origin.requestId);
}

/** The parts that both decisions share. */
function decision(context: Context, caller: Caller, id: string) {
  const view = async ({ trx }: { readonly trx: Db }): Promise<ResultCorrection> => {
    const record = await findCorrection(trx, id);
    if (!record) throw noCorrection();
    return toResultCorrection(context, caller, record);
  };
  return {
    lock: (trx: Db) => lockCorrection(trx, id),
    notFound: noCorrection,
    expect: { actions: [WITHDRAWN, 'result_correction.published'], present: view },
    view,
  };
}

/**
 * Approves a correction as a second person and publishes it. Admission decides in a transaction of its own whether stage and
 * seat allow it, and billing inside that one whether an acceptance may still end; this transaction keeps its lock meanwhile,
 * and only writes down what became of it. Should it fail after admission has decided, the event `result.corrected` does the same.
 */
export async function approveCorrection(
  context: Context,
  caller: Caller,
  id: string,
  body: z.output<(typeof approveCall)['body']>,
): Promise<ResultCorrection> {
  requireKey(caller);
  const { over_capacity = false, reason } = body;
  if (over_capacity && reason === undefined) {
    throw refusedField('reason', 'reason', 'Tulis alasan memberi kursi di atas batas');
  }
  await refuseFirst(context, caller, id);
  const overReason = over_capacity ? (reason ?? null) : null;
  return changeOnce(
    context,
    caller,
    { route: approveCall.id, body: { id, ...body } },
    {
      ...decision(context, caller, id),
      apply: async ({ trx, present, actor }: LockedStep<CorrectionRecord>) => {
        refuseDecided(present);
        const first = await findAnnouncement(trx, present.announcement_id);
        if (!first) throw new Error('a corrected announcement is gone');
        const by = await actor();
        const approved_by = { ...by, role: caller.role satisfies Role };
        const { published_at } = await context.correctResult(
          {
            correction_id: id,
            registration_id: present.registration_id,
            from: present.from_result,
            to: present.result,
            individual_note: present.notes,
            text: correctedText(first),
            approved_by,
            over_reason: overReason,
          },
          caller.origin.requestId,
        );
        const applied = {
          at: new Date(published_at),
          by: approved_by,
          overReason,
          action: 'approve',
        } as const;
        await publishCorrection(trx, present, first, applied);
        return applied;
      },
      audit: ({ present }, { overReason: over }) => noteOfPublication(present, over),
    },
  );
}

/** Withdraws a correction while it waits: by the person who asked, or by another as a refusal. */
export async function withdrawCorrection(context: Context, caller: Caller, id: string): Promise<void> {
  await changeLocked(context.database, caller, {
    ...decision(context, caller, id),
    apply: async ({ trx, present, actor }: LockedStep<CorrectionRecord>) => {
      refuseDecided(present);
      await decideCorrection(trx, present, { action: 'withdraw', actor: await actor(), at: context.now() });
      const { registration_id, from_result } = present;
      // An approval that was cut off may have ended the acceptance in billing already.
      if (from_result === 'passed') {
        const { requestId } = caller.origin;
        await context.outbox.publish(trx, 'result.correction.withdrawn', { registration_id }, { requestId });
      }
      return present;
    },
    audit: ({ present: { registration_id, announcement_id } }) => ({
      action: WITHDRAWN,
      subject: id,
      details: { announcement_id, registration_id },
    }),
  });
}
