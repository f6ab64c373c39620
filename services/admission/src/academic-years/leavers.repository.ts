import type { Db } from '@gerbang/service-kit/data/database';
import type { ClosingRecord } from './closings.repository.ts';

/** SQL: a family `p` that had a child in the year. */
const WAS_THERE = `exists (select from registrations r join children c on c.id = r.child_id
  where c.parent_id = p.id and r.academic_year = :year)`;

/**
 * SQL: a family `p` with a child in a year that is not archived, apart from this one, or with a child whom it added after
 * this one was closed.
 */
const LIVES = `exists (select from children c where c.parent_id = p.id and c.deleted_at is null and (
  exists (select from registrations r where r.child_id = c.id and r.deleted_at is null and r.academic_year <> :year
    and not exists (select from academic_years y where y.label = r.academic_year and y.state = 'archived'))
  or c.created_at > (select y.closed_at from academic_years y where y.label = :year)))`;

/** What archiving a year would end, and how many families it would leave. */
export async function countLeavers(
  db: Db,
  year: string,
): Promise<Record<'families' | 'children' | 'registrations' | 'kept', number>> {
  const { rows } = await db.raw(
    `with families as (select p.id, ${LIVES} as lives from parents p where ${WAS_THERE})
     select (select count(*) from families where not lives)::int as families,
       (select count(*) from families where lives)::int as kept,
       (select count(*) from children c join families f on f.id = c.parent_id where not f.lives)::int as children,
       (select count(*) from registrations r join children c on c.id = r.child_id join families f on f.id = c.parent_id
         where not f.lives)::int as registrations`,
    { year },
  );
  return rows[0];
}

/** The accounts of the first families behind the last one that was gone through. */
export async function leaversAfter(
  db: Db,
  { academic_year: year, after }: Pick<ClosingRecord, 'academic_year' | 'after'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.raw(
    `select p.user_id from parents p where p.user_id > :after and ${WAS_THERE} and not ${LIVES}
     order by p.user_id limit :limit`,
    { year, after, limit },
  );
  return (rows as { user_id: string }[]).map(({ user_id }) => user_id);
}

/** Whether the family still has no child in a living year; it registers none until the transaction ends. */
export async function lockLeaver(trx: Db, year: string, userId: string): Promise<boolean> {
  await trx('parents').where({ user_id: userId }).forUpdate().select('id');
  const { rows } = await trx.raw(
    `select p.id from parents p where p.user_id = :userId and ${WAS_THERE} and not ${LIVES}`,
    { year, userId },
  );
  return rows.length > 0;
}
