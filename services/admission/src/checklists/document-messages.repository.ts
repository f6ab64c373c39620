import type { AdmissionExport } from '@gerbang/contracts/admission-export';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** A child whose documents were decided, and no more for some minutes. */
export interface DecidedChild {
  readonly child_id: string;
  readonly decided_at: Date;
}

/** At most this many are taken in one turn. */
export const AT_ONCE = 100;
/** What was decided longer ago and not told is no news any more. */
const GRACE = '3 days';

/** Children with decisions that their families do not know, the last of them before `quiet`. */
export async function decidedChildren(db: Db, quiet: Date): Promise<DecidedChild[]> {
  const { rows } = await db.raw(
    `select d.child_id, max(d.updated_at) as decided_at
     from child_documents d left join document_notices n on n.child_id = d.child_id
     where d.status in ('approved', 'returned', 'waived', 'seen')
       and d.updated_at > coalesce(n.told_at, '-infinity') and d.updated_at > ?::timestamptz - interval '${GRACE}'
     group by d.child_id having max(d.updated_at) <= ? order by 2 limit ${AT_ONCE}`,
    [quiet, quiet],
  );
  return rows as DecidedChild[];
}

/** Notes that the family knows what was decided until then; returns until when it knew before, undefined where it did already. */
export async function takeDecided(
  trx: Db,
  { child_id, decided_at }: DecidedChild,
): Promise<{ readonly before: Date | null } | undefined> {
  await trx.raw('select id from children where id = ? for no key update', [child_id]);
  const known = await trx('document_notices').where({ child_id }).first<{ told_at: Date } | undefined>();
  if (known && known.told_at >= decided_at) return undefined;
  await trx('document_notices').insert({ child_id, told_at: decided_at }).onConflict('child_id').merge();
  return { before: known?.told_at ?? null };
}

/** Notes reminders of these registrations that were not reminded since; returns which it noted. */
export async function askReminders(
  trx: Db,
  registrationIds: readonly string[],
  { at, since }: { readonly at: Date; readonly since: Date },
): Promise<string[]> {
  const { rows } = await trx.raw(
    `insert into document_reminders as r (registration_id, asked_at) select id, ? from unnest(?::uuid[]) id order by id
     on conflict (registration_id) do update set asked_at = excluded.asked_at, done_at = null where r.asked_at <= ?
     returning registration_id`,
    [at, [...registrationIds], since],
  );
  return (rows as { registration_id: string }[]).map(({ registration_id }) => registration_id);
}

/** Takes reminders that wait and notes them as done; one that another process takes is left to it. */
export async function takeReminders(
  trx: Db,
  at: Date,
): Promise<{ readonly registration_id: string; readonly asked_at: Date }[]> {
  const { rows } = await trx.raw(
    `update document_reminders r set done_at = ? from (
       select registration_id from document_reminders where done_at is null order by asked_at limit ${AT_ONCE}
       for update skip locked
     ) due where r.registration_id = due.registration_id returning r.registration_id, r.asked_at`,
    [at],
  );
  return rows as { registration_id: string; asked_at: Date }[];
}

/** Until which decision the families of these children were told, by child. */
export async function noticesOf(db: Db, childIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await db('document_notices')
    .whereIn('child_id', childIds)
    .select<Tables['document_notices'][]>('child_id', 'told_at');
  return new Map(rows.map(({ child_id, told_at }) => [child_id, told_at]));
}

/** The newest reminder of missing documents of a registration, for the export of its family's data. */
export async function exportedReminder(
  _context: unknown,
  db: Db,
  { id }: { readonly id: string },
): Promise<Pick<AdmissionExport['registrations'][number], 'documents_reminder'>> {
  const reminder = await db('document_reminders')
    .where({ registration_id: id })
    .first<Tables['document_reminders'] | undefined>();
  if (!reminder) return {};
  const { asked_at, done_at } = reminder;
  return {
    documents_reminder: { asked_at: asked_at.toISOString(), done_at: done_at?.toISOString() ?? null },
  };
}
