import type { askResultCorrection as call, ResultCorrection } from '@gerbang/contracts/result-corrections';
import { ANNOUNCEMENT_LABELS, STAFF_RESULT_LABELS } from '@gerbang/domain/announcements';
import { correctedResults } from '@gerbang/domain/result-corrections';
import { STAFF_STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict, notFound, refusedField } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { findAnnouncement } from '../announcements/announcements.repository.ts';
import { noAnnouncement } from '../announcements/announcements.view.ts';
import type { Context } from '../context.ts';
import {
  findCorrection,
  insertCorrection,
  isCorrectionAsked,
  lockShownResult,
  type ShownResult,
} from './result-corrections.repository.ts';
import { noCorrection, toResultCorrection } from './result-corrections.view.ts';

type Body = z.output<(typeof call)['body']>;

/** 409 for a result that something else holds in place of by now, 422 where nothing would change. */
function refuseAsking({ corrected_at, current_stage }: ShownResult, { result }: Body): void {
  if (corrected_at !== null) {
    throw conflict(
      'stage_not_allowed',
      'Hasil ini sudah dikoreksi. Koreksi lagi dari pengumuman koreksinya.',
    );
  }
  if (current_stage === result) {
    throw refusedField('no_change', 'result', `Hasilnya sudah ${STAFF_RESULT_LABELS[result]}`);
  }
  if (!correctedResults(current_stage).includes(result)) {
    const [from, to] = [STAFF_STAGE_LABELS[current_stage], STAFF_RESULT_LABELS[result]];
    throw conflict('stage_not_allowed', `Hasil tidak dapat dikoreksi dari ${from} menjadi ${to}.`);
  }
}

/** Asks another person to correct one published result; nothing changes before that. */
export async function askCorrection(
  context: Context,
  caller: Caller,
  announcementId: string,
  body: Body,
): Promise<ResultCorrection> {
  return context.database.transaction(async (trx) => {
    const announcement = await findAnnouncement(trx, announcementId);
    if (!announcement) throw noAnnouncement();
    if (announcement.status !== 'published') {
      const label = ANNOUNCEMENT_LABELS[announcement.status];
      throw conflict(
        'announcement_status',
        `Pengumuman ini berstatus ${label}. Hanya hasil yang terbit dikoreksi.`,
      );
    }
    const { registration_id, result, notes = null, reason } = body;
    const shown = await lockShownResult(trx, announcementId, registration_id);
    if (!shown) throw notFound('Hasil siswa ini tidak ada di pengumuman ini');
    refuseAsking(shown, body);
    if (await isCorrectionAsked(trx, registration_id)) {
      throw conflict('request_waits', 'Sudah ada koreksi hasil siswa ini yang menunggu persetujuan.');
    }
    const id = uuidv7();
    const actor = await actorOf(trx, caller);
    const from_result = shown.current_stage as typeof result;
    const asked = {
      id,
      announcement_id: announcementId,
      registration_id,
      from_result,
      result,
      notes,
      reason,
    };
    await insertCorrection(trx, asked, actor);
    await audit(trx, {
      action: 'result_correction.asked',
      actor,
      subject: id,
      details: {
        announcement_id: announcementId,
        registration_id,
        result: { from: from_result, to: result },
        reason,
      },
      origin: caller.origin,
    });
    const record = await findCorrection(trx, id);
    if (!record) throw noCorrection();
    return toResultCorrection(context, caller, record);
  });
}
