import type { correctResult as call } from '@gerbang/contracts/internal-calls';
import { correctedResults } from '@gerbang/domain/result-corrections';
import { audit, type Origin } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import { publishAccountMessage } from '@gerbang/service-kit/events/account-messages';
import { conflict, Problem, violates } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { correctionMessage } from '../registration-record/notify.ts';
import { publishMoves } from '../registration-record/publish.ts';
import { publishedSince, savePublished } from '../registration-record/published-results.repository.ts';
import {
  type LockedRegistration,
  lockRegistrations,
} from '../registration-record/registrations.repository.ts';
import { stageMove, writeStages } from '../registration-record/stages.repository.ts';
import { endSeats } from '../seats/offers/end-seats.ts';
import { refuseReadOnly } from '../registration-record/rules.ts';
import { lockRooms, offerResults, type Rooms } from '../seats/offers/offer-results.ts';

type Correction = z.output<typeof call.body>;

/** 409 where the stage is no longer the one that was to be corrected. */
function refuseStage(present: LockedRegistration | undefined, { from, to }: Correction): LockedRegistration {
  const verified = present?.payment_status === 'verified';
  if (present?.current_stage === from && verified && correctedResults(from).includes(to)) return present;
  throw conflict(
    'stage_not_allowed',
    'Tahap atau biaya pendaftaran ini berubah sejak koreksinya diajukan. Batalkan, lalu ajukan lagi.',
  );
}

/** 409 where there is neither a seat nor a place on a list; a seat above the limit takes a reason. */
function refuseWithoutRoom(rooms: Rooms, present: LockedRegistration, { to, over_reason }: Correction): void {
  if (rooms.take({ present, result: to })) return;
  if (to === 'waitlisted') throw conflict('list_full', 'Daftar tunggu kelas ini tidak ada atau sudah penuh.');
  if (over_reason !== null) return;
  const { kelas } = present;
  throw new Problem(409, 'seats_exceeded', 'Kursi kelas ini sudah habis.', { details: { kelas, free: 0 } });
}

/** Writes the new stage with its seat, what the family reads, the trail and the message. */
async function apply(
  context: Context,
  trx: Db,
  { present, rooms, correction }: { present: LockedRegistration; rooms: Rooms; correction: Correction },
  { requestId }: Origin,
): Promise<string> {
  const { correction_id, registration_id, from, to, text, individual_note, approved_by, over_reason } =
    correction;
  const published_at = context.now().toISOString();
  await endSeats(context, trx, [registration_id], approved_by);
  const move = { present, to, by: 'correction' } as const;
  const result = { announcementId: correction_id, publishedAt: published_at };
  await writeStages(trx, [{ ...move, actor: approved_by, result }]);
  await offerResults(context, trx, {
    pools: rooms.pools,
    announced: [{ present, result: to }],
    by: approved_by,
    over: over_reason !== null,
  });
  await savePublished(trx, {
    announcement_id: correction_id,
    published_at,
    text,
    results: [{ result_id: correction_id, registration_id, result: to, individual_note }],
  });
  await audit(trx, {
    action: 'registration.stage_changed',
    actor: approved_by,
    subject: registration_id,
    details: {
      child_id: present.child_id,
      current_stage: { from, to },
      announcement_id: correction_id,
      request_id: requestId,
      ...(over_reason !== null && { over_capacity: over_reason }),
    },
  });
  const message = { ...correctionMessage(context, present, correction_id), requestId };
  await publishAccountMessage(context, trx, present.family_user_id, message);
  const corrected = { correction_id, published_at, approved_by, over_reason };
  await context.outbox.publish(trx, 'result.corrected', corrected, { requestId });
  await publishMoves(context, trx, [stageMove(move)]);
  return published_at;
}

/**
 * Gives a registration another result, once. This transaction decides about stage and seat, with the locks of pool and
 * registration; whether an acceptance may still end billing decides in its own, which this one waits for with its locks held,
 * so that neither a promotion nor a later version of the registration comes between. A call that comes again gets the moment of
 * the first.
 */
export async function correctResult(
  context: Context,
  correction: Correction,
  origin: Origin,
): Promise<z.output<typeof call.response>> {
  const { registration_id, from, to, approved_by } = correction;
  try {
    return await context.database.transaction(async (trx) => {
      const rooms = await lockRooms(trx, [registration_id]);
      const [locked] = await lockRegistrations(trx, [registration_id]);
      const known = await publishedSince(trx, correction.correction_id);
      if (known) return { published_at: known.toISOString() };
      const present = refuseStage(locked, correction);
      await refuseReadOnly(trx, present.academic_year);
      refuseWithoutRoom(rooms, present, correction);
      if (from === 'passed') {
        const version = Number(present.event_version);
        await context.withdrawAcceptance({ registration_id, version, to, approved_by }, origin.requestId);
      }
      return { published_at: await apply(context, trx, { present, rooms, correction }, origin) };
    });
  } catch (error) {
    if (!violates(error, 'registrations_live')) throw error;
    throw conflict('already_registered', 'Anak ini sudah terdaftar lagi di tahun ajaran yang sama.');
  }
}
