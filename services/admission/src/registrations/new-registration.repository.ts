import type { Db } from '@gerbang/service-kit/data/database';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import type { Actor } from '@gerbang/service-kit/audit/audit';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { CHILD_SORT, SEARCH_TEXT } from './registration-copies.repository.ts';
import type { FullRegistration, RegistrationRecord } from './registrations.repository.ts';
import { type Jenjang, registrationNumber } from '@gerbang/domain/levels';

/**
 * The next number of a year and level. The counter's row stays locked until the transaction ends, so that a number is
 * either used or given to the next registration: there are no gaps. `keep` records it once the registration exists.
 */
export async function nextNumber(trx: Db, academicYear: string, jenjang: Jenjang) {
  const { rows } = await trx.raw(
    `insert into registration_counters as counter (academic_year, jenjang, last) values (?, ?, 1)
     on conflict (academic_year, jenjang) do update set last = counter.last + 1 returning last`,
    [academicYear, jenjang],
  );
  const sequence = (rows as { last: number }[])[0]?.last;
  if (sequence === undefined) throw new Error('the counter gave no number');
  const number = registrationNumber(academicYear, jenjang, sequence);
  return {
    number,
    sequence,
    keep: (registrationId: string) =>
      trx('registration_numbers').insert({
        number,
        academic_year: academicYear,
        jenjang,
        sequence,
        registration_id: registrationId,
      }),
  };
}

/** Marks the numbers of these registrations as never to be given again. */
export async function voidNumbers(trx: Db, registrationIds: readonly string[]): Promise<void> {
  await trx('registration_numbers')
    .whereIn('registration_id', registrationIds)
    .whereNull('voided_at')
    .update({ voided_at: trx.fn.now() });
}

/** A child that is to be registered, with everything that the registration's row, event and view need of it. */
interface Applicant {
  readonly child: Tables['children'];
  readonly parent: Tables['parents'];
  /** Null where auth's event has not come yet. */
  readonly account: AccountCopy | null;
}

/**
 * The applicant; undefined where this account has no such child. The child's row is locked so that it cannot be deleted
 * meanwhile, and the family's so that a change of its name or phone comes before this registration or includes it.
 */
export async function lockApplicant(
  trx: Db,
  userId: string,
  childId: string,
): Promise<Applicant | undefined> {
  const { rows } = await trx.raw(
    `select to_jsonb(c) as child, to_jsonb(p) as parent, to_jsonb(a) as account
     from children c join parents p on p.id = c.parent_id left join accounts a on a.id = p.user_id
     where p.user_id = ? and c.id = ? and c.deleted_at is null
     for no key update of c, p`,
    [userId, childId],
  );
  return (rows as Applicant[])[0];
}

/** The columns of a registration that its creation fills. */
const GIVEN = [
  'id',
  'child_id',
  'registration_number',
  'jenjang',
  'kelas',
  'academic_year',
  'payment_amount',
  'previous_school',
  'previous_grade',
  'nisn',
  'how_know_school',
  'uniform_size',
  'sibling_name',
  'collective_student_name',
  'information',
] as const;

type NewRegistration = Pick<
  RegistrationRecord,
  'id' | 'child_id' | 'registration_number' | 'jenjang' | 'kelas' | 'academic_year' | 'payment_amount'
> &
  Partial<Pick<RegistrationRecord, (typeof GIVEN)[number]>>;

// One statement: the counter's row is locked meanwhile, and every other family of the level waits for it.
const INSERT = `
  with made as (
    insert into registrations (${GIVEN.join(', ')}, event_version, search_text, child_sort)
    select ${GIVEN.map((column) => `r.${column}`).join(', ')}, 1, ${SEARCH_TEXT}, ${CHILD_SORT}
    from jsonb_populate_record(null::registrations, ?) r
    join children c on c.id = r.child_id
    join parents p on p.id = c.parent_id left join accounts a on a.id = p.user_id
    returning *
  ), kept as (
    insert into registration_numbers (number, academic_year, jenjang, sequence, registration_id)
    select registration_number, academic_year, jenjang, ?, id from made
  ), staged as (
    insert into registration_stages
      (id, registration_id, child_id, stage, created_by_id, created_by_name, created_by_role)
    select ?, id, child_id, current_stage, ?, ?, ? from made
  )
  select * from made`;

/** Writes a registration with its number and its first stage and returns it as `fullRegistration` would. */
export async function insertRegistration(
  trx: Db,
  registration: NewRegistration,
  sequence: number,
  actor: Actor,
  { child, parent }: Applicant,
): Promise<FullRegistration> {
  const by = [actor.id, actor.name, actor.role];
  const { rows } = await trx.raw(INSERT, [JSON.stringify(registration), sequence, uuidv7(), ...by]);
  const made = (rows as RegistrationRecord[])[0];
  if (!made) throw new Error('a registration that was just written is gone');
  const beside = { child_full_name: child.full_name, child_nick_name: child.nick_name, evidence_name: null };
  return { ...made, ...beside, child, parent };
}
