import { KEPT_DAYS } from '@gerbang/domain/imports';
import type { Db } from '@gerbang/service-kit/data/database';

const AT_ONCE = 100;

/** What is due, as SQL over rows `r`; `:today` is a day, `YYYY-MM-DD`. */
export const DUE = {
  /** Unpaid registrations, twelve months after their school year, which ends with June. */
  neverPaid: `registrations r where not r.locked
    and r.payment_status in ('pending', 'rejected') and r.payment_verified_at is null
    and make_date(right(r.academic_year, 4)::integer + 1, 6, 30) < :today::date`,
  /** Registrations that failed, gave their seat back or left, twelve months after that. */
  failed: `registrations r where not r.locked
    and r.current_stage in ('failed', 'released', 'withdrawn') and not exists (
      select from registration_stages s where s.registration_id = r.id and s.stage = r.current_stage
        and s.reached_at >= (:today::date - interval '12 months') at time zone 'Asia/Jakarta')
    and r.updated_at < (:today::date - interval '12 months') at time zone 'Asia/Jakarta'`,
  /** Registrations with sheets of assessors, twelve months after their last result was published. */
  scores: `registrations r where exists (select from observation_scores s where s.registration_id = r.id)
    and (select max(a.published_at) from published_results p join published_announcements a on a.id = p.announcement_id
      where p.registration_id = r.id) < (:today::date - interval '12 months') at time zone 'Asia/Jakarta'`,
  /** Notes of calls with families, two years after they were made. */
  familyNotes: `family_notes r where r.at < (:today::date - interval '24 months') at time zone 'Asia/Jakarta'`,
  /** Imported lists with their rows, a month after the last work on them. */
  imports: `imports r where r.updated_at < (:today::date - interval '${KEPT_DAYS} days') at time zone 'Asia/Jakarta'`,
  /** Accounts of families without a child whose number was not proved for seven days. */
  unprovedAccounts: `accounts r where r.role = 'wali_murid' and r.active
    and r.unproved_since < (:today::date - interval '7 days') at time zone 'Asia/Jakarta'
    and not exists (select from children c join parents p on p.id = c.parent_id where p.user_id = r.id)`,
  /** Children that their family deleted a year ago and that no registration needs any more. */
  deletedChildren: `children r where r.deleted_at < (:today::date - interval '12 months') at time zone 'Asia/Jakarta'
    and not exists (select from registrations of_child where of_child.child_id = r.id)`,
  /** Returned versions, ninety days after a newer one was approved. */
  replacedVersions: `document_versions r where r.decision = 'returned' and exists (
      select from document_versions newer where newer.document_id = r.document_id and newer.number > r.number
        and newer.decision = 'approved'
        and newer.reviewed_at < (:today::date - interval '90 days') at time zone 'Asia/Jakarta')`,
  /**
   * Documents of children that were accepted nowhere, twelve months after the last school year that they registered for,
   * which ends with June.
   */
  documents: `child_documents r where r.updated_at < (:today::date - interval '12 months') at time zone 'Asia/Jakarta'
    and not exists (select from registrations of_child where of_child.child_id = r.child_id and (
      of_child.locked or of_child.current_stage in ('passed', 'reenroll_required')
      or make_date(right(of_child.academic_year, 4)::integer + 1, 6, 30) >= :today::date))`,
} as const;
type Due = (typeof DUE)[keyof typeof DUE];

const OLD_NOTES = [
  ['document_notices', 'child_id', 'told_at'],
  ['document_reminders', 'registration_id', 'asked_at'],
].map(([table = '', key = '', at = '']) => ({
  table,
  key,
  old: `select ${key} from ${table} where ${at} < (:today::date - interval '12 months') at time zone 'Asia/Jakarta'`,
}));

/** When families were told of decisions about documents and reminded of missing ones, a year ago and longer. */
export async function countOldNotes(db: Db, today: string): Promise<number> {
  const counts = OLD_NOTES.map(({ old }) => `(select count(*) from (${old}) old)`);
  const { rows } = await db.raw(`select (${counts.join(' + ')})::integer as n`, { today });
  return (rows as { n: number }[])[0]?.n ?? 0;
}

/** Ends some of these notes; returns how many. */
export async function endOldNotes(db: Db, today: string): Promise<number> {
  let ended = 0;
  for (const { table, key, old } of OLD_NOTES) {
    const { rowCount } = await db.raw(`delete from ${table} where ${key} in (${old} limit ${AT_ONCE})`, {
      today,
    });
    ended += Number(rowCount);
  }
  return ended;
}

/** The number of rows whose time is over. */
export async function countDue(db: Db, due: Due, today: string): Promise<number> {
  const { rows } = await db.raw(`select count(*)::integer as n from ${due}`, { today });
  return (rows as { n: number }[])[0]?.n ?? 0;
}

/** The ids of some of them, locked; rows that another transaction holds are left for the next run. */
export async function lockDue(trx: Db, due: Due, today: string): Promise<string[]> {
  const { rows } = await trx.raw(
    `select r.id from ${due} order by r.id limit ${AT_ONCE} for update of r skip locked`,
    { today },
  );
  return (rows as { id: string }[]).map(({ id }) => id);
}

/** The ids of some of them, for rows that can only be added: those cannot be locked. */
export async function dueIds(trx: Db, due: Due, today: string): Promise<string[]> {
  const { rows } = await trx.raw(`select r.id from ${due} order by r.id limit ${AT_ONCE}`, { today });
  return (rows as { id: string }[]).map(({ id }) => id);
}

/** Ends the wait for a proof of an account's number. */
export async function stopWaiting(trx: Db, id: string): Promise<void> {
  await trx('accounts').where({ id }).update({ unproved_since: null });
}

/** Whether the account has a child, deleted ones too; keeps one from being added to its profile meanwhile. */
export async function haveChildren(trx: Db, userId: string): Promise<boolean> {
  const parent = await trx('parents').where({ user_id: userId }).forUpdate().first<{ id: string }>('id');
  return parent !== undefined && Boolean(await trx('children').where({ parent_id: parent.id }).first('id'));
}

/** Deletes imported lists with their rows. */
export async function endImports(trx: Db, ids: readonly string[]): Promise<void> {
  await trx('imports').whereIn('id', ids).delete();
}
