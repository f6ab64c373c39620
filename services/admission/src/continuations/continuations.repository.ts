import type { ContinuationAnswer } from '@gerbang/domain/continuations';
import type { Jenjang } from '@gerbang/domain/levels';
import { hasAcceptance, STAGES } from '@gerbang/domain/registration-stages';
import { isLiveStage } from '@gerbang/domain/live-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';

type Row = Tables['continuations'];
const ACCEPTED = STAGES.filter(hasAcceptance);
const LIVE = STAGES.filter(isLiveStage);

/** A question with its child and the family's account. */
export interface ContinuationRecord extends Row {
  readonly child_id: string;
  readonly child_name: string;
  readonly user_id: string;
  readonly from_jenjang: Jenjang;
  readonly from_kelas: string | null;
  readonly nisn: string | null;
  readonly uniform_size: string | null;
  readonly sibling_name: string | null;
}

/** A child that has left the class meanwhile is asked no more; what a yes made stays. */
const records = (db: Db) =>
  db('continuations as k')
    .join('registrations as r', 'r.id', 'k.registration_id')
    .join('children as c', 'c.id', 'r.child_id')
    .join('parents as p', 'p.id', 'c.parent_id')
    .whereNull('c.deleted_at')
    .whereNull('r.deleted_at')
    .where((asked) => void asked.whereIn('r.current_stage', ACCEPTED).orWhere('k.answer', 'yes'))
    .select(
      'k.*',
      'r.child_id',
      'r.nisn',
      'r.uniform_size',
      'r.sibling_name',
      'r.jenjang as from_jenjang',
      'r.kelas as from_kelas',
      'c.full_name as child_name',
      'p.user_id',
    );

/** The questions to a family, the next deadline first. */
export async function ownContinuations(db: Db, userId: string): Promise<ContinuationRecord[]> {
  return records(db).where('p.user_id', userId).orderBy(['k.deadline', 'c.full_name', 'k.id']);
}

/** One question to this account, with its child and family locked as a new registration locks them. */
export async function lockContinuation(
  trx: Db,
  userId: string,
  id: string,
): Promise<ContinuationRecord | undefined> {
  return records(trx)
    .where({ 'p.user_id': userId, 'k.id': id })
    .forNoKeyUpdate('k', 'c', 'p')
    .first<ContinuationRecord | undefined>();
}

/** The registration of a child in a year that still counts; undefined where it has none. */
export async function liveIn(db: Db, childId: string, academicYear: string): Promise<string | undefined> {
  const row = await db('registrations')
    .where({ child_id: childId, academic_year: academicYear })
    .whereNull('deleted_at')
    .whereIn('current_stage', LIVE)
    .first<{ readonly id: string } | undefined>('id');
  return row?.id;
}

/** Keeps an answer, and the registration that a yes stands for. */
export async function writeAnswer(
  trx: Db,
  id: string,
  {
    answer,
    at,
    made_id,
  }: { readonly answer: ContinuationAnswer; readonly at: Date; readonly made_id: string | null },
): Promise<void> {
  await trx('continuations').where({ id }).update({ answer, answered_at: at, made_id });
}

/** A class of a year, from which children go on. */
export interface LeavingClass {
  readonly academic_year: string;
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
}

/** An accepted child of a class, and whether it was asked or is registered for the next year already. */
export interface Candidate {
  readonly id: string;
  readonly child_name: string;
  readonly user_id: string;
  readonly settled: boolean;
}

/** The accepted children of a class, by their names. */
export async function candidatesOf(
  db: Db,
  { academic_year, jenjang, kelas }: LeavingClass,
  nextYear: string,
): Promise<Candidate[]> {
  const rows = db('registrations as r')
    .join('children as c', 'c.id', 'r.child_id')
    .join('parents as p', 'p.id', 'c.parent_id')
    .where({ 'r.academic_year': academic_year, 'r.jenjang': jenjang })
    .whereNull('r.deleted_at')
    .whereNull('c.deleted_at')
    .whereIn('r.current_stage', ACCEPTED)
    .orderBy(['c.full_name', 'r.id'])
    .select<Candidate[]>(
      'r.id',
      'c.full_name as child_name',
      'p.user_id',
      db.raw(
        `exists (select from continuations k where k.registration_id = r.id) or exists (
          select from registrations n where n.child_id = r.child_id and n.academic_year = ? and n.deleted_at is null
            and n.current_stage = any(?)) as settled`,
        [nextYear, LIVE],
      ),
    );
  return kelas === null ? rows.whereNull('r.kelas') : rows.where('r.kelas', kelas);
}

/** Writes questions; returns the registrations that were not asked before. */
export async function insertQuestions(
  trx: Db,
  registrationIds: readonly string[],
  question: Pick<
    Row,
    | 'academic_year'
    | 'jenjang'
    | 'kelas'
    | 'deadline'
    | 'fee_percent'
    | 'observation'
    | 'asked_at'
    | 'asked_by_id'
  >,
): Promise<Map<string, string>> {
  if (registrationIds.length === 0) return new Map();
  const rows = await trx('continuations')
    .insert(registrationIds.map((registration_id) => ({ id: uuidv7(), registration_id, ...question })))
    .onConflict('registration_id')
    .ignore()
    .returning<{ id: string; registration_id: string }[]>(['id', 'registration_id']);
  return new Map(rows.map(({ id, registration_id }) => [registration_id, id]));
}

/** A class of a year with its accepted children and what those that were asked answered. */
export interface AnsweredClass {
  readonly jenjang: Jenjang;
  readonly kelas: string | null;
  readonly accepted: number;
  readonly to_jenjang: Jenjang | null;
  readonly to_kelas: string | null;
  readonly deadline: string | null;
  readonly yes: number;
  readonly no: number;
  readonly none: number;
}

/** What the families of a year's accepted children answered, class by class. */
export async function answersOf(db: Db, academicYear: string): Promise<AnsweredClass[]> {
  return db('registrations as r')
    .join('children as c', 'c.id', 'r.child_id')
    .leftJoin('continuations as k', 'k.registration_id', 'r.id')
    .where('r.academic_year', academicYear)
    .whereNull('r.deleted_at')
    .whereNull('c.deleted_at')
    .where((any) => void any.whereIn('r.current_stage', ACCEPTED).orWhereNotNull('k.id'))
    .groupBy('r.jenjang', 'r.kelas')
    .orderBy(['r.jenjang', 'r.kelas'])
    .select<AnsweredClass[]>(
      'r.jenjang',
      'r.kelas',
      db.raw(`(count(*) filter (where r.current_stage = any(?)))::int as accepted`, [ACCEPTED]),
      db.raw(
        `(array_agg(k.jenjang order by k.asked_at desc) filter (where k.id is not null))[1] as to_jenjang`,
      ),
      db.raw(`(array_agg(k.kelas order by k.asked_at desc) filter (where k.id is not null))[1] as to_kelas`),
      db.raw(`max(k.deadline) as deadline`),
      db.raw(`(count(*) filter (where k.answer = 'yes'))::int as yes`),
      db.raw(`(count(*) filter (where k.answer = 'no'))::int as no`),
      db.raw(
        `(count(*) filter (where k.id is not null and k.answer is null and r.current_stage = any(?)))::int as none`,
        [ACCEPTED],
      ),
    );
}

/** Takes the questions that are to be reminded of, once each; `until` is the last deadline that is near. */
export async function takeReminders(
  trx: Db,
  { today, until, at }: { readonly today: string; readonly until: string; readonly at: Date },
): Promise<ContinuationRecord[]> {
  const due = await records(trx)
    .whereNull('k.answer')
    .whereNull('k.reminded_at')
    .whereBetween('k.deadline', [today, until])
    .limit(200)
    .forUpdate('k')
    .skipLocked();
  if (due.length > 0) {
    await trx('continuations')
      .whereIn(
        'id',
        due.map(({ id }: ContinuationRecord) => id),
      )
      .update({ reminded_at: at });
  }
  return due as ContinuationRecord[];
}

/** Of these registrations those that a yes without an observation made and that wait at their beginning, with their accounts. */
export async function withoutObservation(
  trx: Db,
  ids: readonly string[],
): Promise<Pick<Tables['registrations'], 'id'>[]> {
  return trx('continuations as k')
    .join('registrations as r', 'r.id', 'k.made_id')
    .whereIn('r.id', [...ids])
    .where({ 'k.observation': false, 'r.current_stage': 'registered', 'r.payment_status': 'verified' })
    .select<Pick<Tables['registrations'], 'id'>[]>('r.id');
}
