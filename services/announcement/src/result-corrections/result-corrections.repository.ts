import type { Result } from '@gerbang/domain/announcements';
import { RESULT_CORRECTION_MACHINE, type ResultCorrectionStatus } from '@gerbang/domain/result-corrections';
import type { Stage } from '@gerbang/domain/registration-stages';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { AnnouncementRecord } from '../announcements/announcements.repository.ts';
import type { Tables } from '../database.types.ts';
import type { RegistrationCopy } from '../registrations/registrations.repository.ts';

type Row = Tables['result_corrections'];
type Held = Tables['announcement_results'];

/** A correction with the announcement and the child that it is about. */
export interface CorrectionRecord
  extends Row,
    Pick<RegistrationCopy, 'registration_number' | 'child_name' | 'jenjang' | 'kelas'> {
  readonly announcement_title: string;
}

/** The corrections with what they are about. */
export function correctionRows(db: Db) {
  return db('result_corrections')
    .join('registrations as r', 'r.id', 'result_corrections.registration_id')
    .join('announcements as a', 'a.id', 'result_corrections.announcement_id')
    .select(
      'result_corrections.*',
      'a.title as announcement_title',
      'r.registration_number',
      'r.child_name',
      'r.jenjang',
      'r.kelas',
    );
}

/** One of them; undefined where there is none. */
export async function findCorrection(db: Db, id: string): Promise<CorrectionRecord | undefined> {
  return correctionRows(db).where('result_corrections.id', id).first<CorrectionRecord | undefined>();
}

/** The same, locked until the transaction ends. */
export async function lockCorrection(trx: Db, id: string): Promise<CorrectionRecord | undefined> {
  return correctionRows(trx)
    .where('result_corrections.id', id)
    .forNoKeyUpdate('result_corrections')
    .first<CorrectionRecord | undefined>();
}

/** A result that families were shown, and where its registration stands by the copy. */
export type ShownResult = Held & { readonly current_stage: Stage };

/** A result of this announcement that was published and applied, locked; undefined where there is none. */
export async function lockShownResult(
  trx: Db,
  announcementId: string,
  registrationId: string,
): Promise<ShownResult | undefined> {
  return trx('announcement_results as e')
    .join('registrations as r', 'r.id', 'e.registration_id')
    .where({ 'e.announcement_id': announcementId, 'e.registration_id': registrationId, 'r.deleted': false })
    .whereRaw('e.published_at is not null and e.skip_reason is null')
    .forNoKeyUpdate('e')
    .first<ShownResult | undefined>('e.*', 'r.current_stage');
}

/** Whether a correction of this registration waits. */
export async function isCorrectionAsked(trx: Db, registrationId: string): Promise<boolean> {
  const waits = await trx('result_corrections')
    .where({ registration_id: registrationId, status: 'waits' })
    .first('id');
  return waits !== undefined;
}

type NewCorrection = Pick<
  Row,
  'id' | 'announcement_id' | 'registration_id' | 'from_result' | 'result' | 'notes' | 'reason'
>;

export async function insertCorrection(trx: Db, asked: NewCorrection, actor: Actor): Promise<void> {
  await trx('result_corrections').insert({
    ...asked,
    asked_by_id: actor.id,
    asked_by_name: actor.name,
    asked_by_role: actor.role,
  });
}

/** What was decided, by whom and when. */
export interface Decision {
  readonly action: 'approve' | 'complete' | 'withdraw';
  readonly actor: Actor;
  readonly at: Date;
  readonly overReason?: string | null;
}

/** Writes what was decided about a locked correction: the only writer of its status. */
export async function decideCorrection(
  trx: Db,
  { id, version, status }: Pick<Row, 'id' | 'version' | 'status'>,
  { action, actor, at, overReason = null }: Decision,
): Promise<void> {
  const { to } = assertEdge(RESULT_CORRECTION_MACHINE, status as ResultCorrectionStatus, { action });
  const changed = await trx('result_corrections')
    .where({ id, version, status })
    .update({
      status: to,
      version: version + 1,
      decided_by_id: actor.id,
      decided_by_name: actor.name,
      decided_by_role: actor.role,
      decided_at: at,
      over_reason: overReason,
    });
  if (changed !== 1) throw new Error('A correction changed under its lock');
}

/** Notes beside a result that its correction took its place, and gives the correction's announcement its result. */
export async function replaceResult(
  trx: Db,
  { id, announcement_id, registration_id, result, notes }: CorrectionRecord,
  at: Date,
): Promise<void> {
  const [former] = await trx('announcement_results')
    .where({ announcement_id, registration_id })
    .update({ live: false, corrected_at: at, corrected_by: id })
    .returning<Pick<Held, 'child_id'>[]>('child_id');
  if (!former) throw new Error('a corrected result is gone');
  await trx('announcement_results').insert({
    id,
    announcement_id: id,
    registration_id,
    child_id: former.child_id,
    result: result as Result,
    individual_note: notes,
    live: true,
    published_at: at,
  });
}

/** How many corrections wait that this account may approve. */
export async function countCorrections(db: Db, userId: string | null): Promise<number> {
  const waiting = db('result_corrections').where({ status: 'waits' });
  if (userId !== null) void waiting.whereNot({ asked_by_id: userId });
  const [row] = await waiting.count<{ n: number }[]>('* as n');
  return Number(row?.n ?? 0);
}

/** Takes away what people wrote about erased registrations. */
export async function forgetCorrections(trx: Db, registrationIds: readonly string[]): Promise<void> {
  await trx('result_corrections')
    .whereIn('registration_id', registrationIds)
    .update({
      notes: null,
      reason: 'Data dihapus',
      over_reason: trx.raw(`case when over_reason is not null then 'Data dihapus' end`),
    });
}

/** The first day of publication of what an announcement shows. */
export const firstPublished = ({ first_published_at, published_at }: AnnouncementRecord): Date | null =>
  first_published_at ?? published_at;
