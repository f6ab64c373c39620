import type { Role } from '@gerbang/domain/roles';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';

/** A number with who holds it; `own`: to log in with or for messages, not a parent's beside it. */
export interface KnownNumber {
  readonly phone: string;
  readonly user_id: string;
  readonly role: Role;
  readonly own: boolean;
}

/** A child that is there, with the years in which it is or was registered. */
export interface KnownChild {
  readonly id: string;
  readonly user_id: string;
  readonly full_name: string;
  readonly birth_date: string;
  readonly nik_index: string | null;
  readonly years: readonly string[];
}

/** Who holds these numbers: families and members of staff that are active. */
export async function knownNumbers(db: Db, phones: readonly string[]): Promise<KnownNumber[]> {
  const { rows } = await db.raw(
    `select k.phone, k.user_id, coalesce(a.role, 'wali_murid') as role, bool_or(k.own) as own from (
       select phone, id as user_id, true as own from accounts where active and phone = any(:phones)
       union all select contact_phone, user_id, true from parents where contact_phone = any(:phones)
       union all select father_phone, user_id, false from parents where father_phone = any(:phones)
       union all select mother_phone, user_id, false from parents where mother_phone = any(:phones)
     ) k left join accounts a on a.id = k.user_id
     where coalesce(a.active, true) and not exists (select from erasure_requests e where e.user_id = k.user_id
       and e.status in ('approved', 'done'))
     group by k.phone, k.user_id, a.role order by k.phone, k.user_id`,
    { phones: [...phones] },
  );
  return rows as KnownNumber[];
}

/** The children that were born on these days or have one of these identity numbers. */
export async function knownChildren(
  db: Db,
  columns: Columns,
  { days, niks }: { readonly days: readonly string[]; readonly niks: readonly string[] },
): Promise<KnownChild[]> {
  const { rows } = await db.raw(
    `select c.id, p.user_id, c.full_name, c.birth_date, c.nik_index,
       array(select r.academic_year from registrations r where r.child_id = c.id and r.deleted_at is null) as years
     from children c join parents p on p.id = c.parent_id
     where c.deleted_at is null and (c.birth_date = any(?::date[]) or c.nik_index = any(?)) order by c.id`,
    [[...days], niks.map((nik) => columns.blindIndex('children.nik', nik))],
  );
  return rows as KnownChild[];
}
