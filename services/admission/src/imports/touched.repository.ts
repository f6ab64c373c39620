import type { Db } from '@gerbang/service-kit/data/database';

/** Of these registrations those that anything was done with since they were written. */
export async function touchedRegistrations(trx: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await trx.raw(
    `select r.id from registrations r where r.id = any(?) and (r.version > 1 or r.deleted_at is not null
       or r.payment_status <> 'pending' or r.current_stage <> 'registered'
       or exists (select from registration_payment_events e where e.registration_id = r.id)
       or exists (select from entered_sections s where s.key = 'registration:' || r.id and s.confirmed_at is not null))`,
    [[...ids]],
  );
  return (rows as { id: string }[]).map(({ id }) => id);
}

/** Whether anything was done with a child since it was written. */
export async function childTouched(trx: Db, id: string): Promise<boolean> {
  const { rows } = await trx.raw(
    `select from children c where c.id = :id and (c.version > 1 or c.deleted_at is not null
       or exists (select from child_documents d where d.child_id = c.id and d.current_version is not null)
       or exists (select from entered_sections s where s.key = 'child:' || c.id and s.confirmed_at is not null))`,
    { id },
  );
  return rows.length > 0;
}

/** Locks children that are about to be ended: no registration of them is made meanwhile. */
export async function lockChildren(trx: Db, ids: readonly string[]): Promise<void> {
  await trx('children').whereIn('id', ids).orderBy('id').forUpdate().select('id');
}

/** Those of these children that have or had a registration beside these. */
export async function registeredBeside(
  trx: Db,
  children: readonly string[],
  registrations: readonly string[],
): Promise<string[]> {
  return trx('registrations')
    .whereIn('child_id', children)
    .whereNotIn('id', registrations)
    .distinct()
    .pluck<string[]>('child_id');
}

/** Whether a family has anything beside these children and registrations: others, notes, a profile that it has checked. */
export async function otherData(
  trx: Db,
  userId: string,
  {
    children,
    registrations,
  }: { readonly children: readonly string[]; readonly registrations: readonly string[] },
): Promise<boolean> {
  const { rows } = await trx.raw(
    `select where exists (select from children c join parents p on p.id = c.parent_id
         where p.user_id = :userId and c.deleted_at is null and c.id <> all(:children))
       or exists (select from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
         where p.user_id = :userId and r.deleted_at is null and r.id <> all(:registrations))
       or exists (select from family_notes n where n.user_id = :userId)
       or exists (select from files f where f.family_user_id = :userId or f.uploader_id = :userId)
       or exists (select from entered_sections s where s.user_id = :userId and s.key = 'profile' and s.confirmed_at is not null)`,
    { userId, children: [...children], registrations: [...registrations] },
  );
  return rows.length > 0;
}

/** Deletes sections of a family whose children or registrations are gone. */
export async function endSections(trx: Db, userId: string, keys: readonly string[]): Promise<void> {
  await trx('entered_sections').where({ user_id: userId }).whereIn('key', keys).delete();
}
