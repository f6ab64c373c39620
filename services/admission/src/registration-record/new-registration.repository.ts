import type { YearState } from '@gerbang/domain/academic-years';
import type { EventPayload } from '@gerbang/contracts/events';
import { type Actor, insertTrail, type Origin, trailRows } from '@gerbang/service-kit/audit/audit';
import type { Db, Prepared } from '@gerbang/service-kit/data/database';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import { insertEvents, type OutboxRow, wakeOf, wakeRelay } from '@gerbang/service-kit/events/outbox';
import { tooMany } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import { documentsComplete } from './blocking-documents.repository.ts';
import type { Tables } from '../database.types.ts';
import { CHILD_SORT, SEARCH_TEXT } from './copies.repository.ts';
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
export interface Applicant {
  readonly child: Tables['children'];
  readonly parent: Tables['parents'];
  /** Null where auth's event has not come yet. */
  readonly account: AccountCopy | null;
  /** Whether its documents hold a registration that is made now back. */
  readonly documents_complete: EventPayload<'registration.changed'>['documents_complete'];
}

const ADMIT = `
  with year as materialized (
    select state from academic_years where label = $3 for share
  ), applicant as materialized (
    select to_jsonb(c) as child, to_jsonb(p) as parent, to_jsonb(a) as account
    from children c join parents p on p.id = c.parent_id left join accounts a on a.id = p.user_id
    where p.user_id = $1 and c.id = $2 and c.deleted_at is null
    for no key update of c, p
  ), counted as (
    insert into registration_counters as counter (academic_year, jenjang, last)
    select $3, $4, 1 from applicant
    on conflict (academic_year, jenjang) do update set last = counter.last + 1 returning last
  )
  select child, parent, account, last as sequence, (select state from year) as year, exists (
    select from admission_waves where academic_year = $3 and jenjang = $4 and cancelled_at is null
  ) as in_waves,
    ${documentsComplete({ child: '$2', jenjang: '$4', kelas: '$5', madeAt: 'now()' })}
  from applicant cross join counted`;

/** A number for an applicant, and whether waves decide if it is given. */
interface Admission {
  readonly sequence: number;
  readonly in_waves: boolean;
  /** The state of the year, which stays until the transaction ends; null where there is no such year. */
  readonly year: YearState | null;
}

/**
 * The applicant with the next sequence of the year and level; undefined where this account has no such child. The child's
 * row is locked so that it cannot be deleted meanwhile, the family's so that a change of its name or phone comes before
 * this registration or includes it, and the counter's as in `nextNumber`.
 */
export async function admitApplicant(
  run: Prepared,
  userId: string,
  registration: Pick<NewRegistration, 'child_id' | 'academic_year' | 'jenjang' | 'kelas'>,
): Promise<(Applicant & Admission) | undefined> {
  const [applicant] = await run<Applicant & Admission>('registration_admit', ADMIT, [
    userId,
    registration.child_id,
    registration.academic_year,
    registration.jenjang,
    registration.kelas,
  ]);
  return applicant;
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
  'current_stage',
  'payment_status',
  'wave_id',
  'previous_school',
  'previous_grade',
  'nisn',
  'how_know_school',
  'uniform_size',
  'sibling_name',
  'collective_student_name',
  'information',
] as const;

export type NewRegistration = Pick<
  RegistrationRecord,
  | 'id'
  | 'child_id'
  | 'registration_number'
  | 'jenjang'
  | 'kelas'
  | 'academic_year'
  | 'payment_amount'
  | 'current_stage'
  | 'payment_status'
  | 'wave_id'
> &
  Partial<Pick<RegistrationRecord, (typeof GIVEN)[number]>>;

/**
 * SQL of the registrations that the family in the parameter `parent` has made in 24 hours (`n`), and the seconds until one
 * more may be counted (`wait`). The statement must run under the family's lock.
 */
const recentRegistrations = (parent: string) => `
  select count(*)::int as n,
    greatest(1, ceil(extract(epoch from min(r.created_at) + interval '24 hours' - clock_timestamp())))::int as wait
  from registrations r join children c on c.id = r.child_id
  where c.parent_id = ${parent} and r.created_at > now() - interval '24 hours'`;

/** 429 for an account that has made as many registrations in 24 hours as it may. */
const tooManyRegistrations = (wait: number) =>
  tooMany(wait, 'Terlalu banyak pendaftaran dibuat hari ini. Silakan lanjutkan besok atau hubungi kami.');

// One statement: the counter's row is locked meanwhile, and every other family of the level waits for it.
const WRITE = `
  with recent as (${recentRegistrations('$1')}
  ), made as (
    insert into registrations (${GIVEN.join(', ')}, event_version, search_text, child_sort)
    select ${GIVEN.map((column) => `r.${column}`).join(', ')}, 1, ${SEARCH_TEXT}, ${CHILD_SORT}
    from recent, jsonb_populate_record(null::registrations, $3) r
    join children c on c.id = r.child_id
    join parents p on p.id = c.parent_id left join accounts a on a.id = p.user_id
    where recent.n < $2
    returning *
  ), kept as (
    insert into registration_numbers (number, academic_year, jenjang, sequence, registration_id)
    select registration_number, academic_year, jenjang, $4, id from made
  ), staged as (
    insert into registration_stages
      (id, registration_id, child_id, stage, created_by_id, created_by_name, created_by_role)
    select $5, id, child_id, current_stage, $6, $7, $8 from made
  ), trail as (${insertTrail('$9')}
  ), told as (${insertEvents('$10')}
  )
  select made.*, recent.wait, ${wakeRelay('$11')} from recent left join made on true`;

interface Submission {
  readonly registration: NewRegistration;
  readonly sequence: number;
  readonly applicant: Applicant;
  readonly actor: Actor;
  /** What the trail says of it besides its number, child and fee. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly origin: Origin;
  readonly events: readonly OutboxRow[];
  /** How many registrations a family may make in 24 hours. */
  readonly perDay: number;
}

/**
 * Writes a registration with its number, its first stage, its entry of the trail and its events, and returns it as
 * `fullRegistration` would; 429 where the family has made too many, whereupon the transaction must be rolled back.
 */
export async function writeRegistration(run: Prepared, submission: Submission): Promise<FullRegistration> {
  const { registration, sequence, applicant, actor, events, perDay, origin } = submission;
  const { child, parent } = applicant;
  const { id: subject, registration_number: number, child_id, payment_amount: fee } = registration;
  const details = { number, child_id, fee, ...submission.details };
  const [row] = await run<RegistrationRecord & { wait: number; pg_notify: unknown }>(
    'registration_write',
    WRITE,
    [
      parent.id,
      perDay,
      JSON.stringify(registration),
      sequence,
      uuidv7(),
      actor.id,
      actor.name,
      actor.role,
      trailRows([{ action: 'registration.created', actor, subject, details, origin }]),
      JSON.stringify(events),
      wakeOf(events),
    ],
  );
  if (!row) throw new Error('a registration that was just written is gone');
  const { wait, pg_notify: _woken, ...made } = row;
  if (made.id === null) throw tooManyRegistrations(wait);
  const beside = { child_full_name: child.full_name, child_nick_name: child.nick_name, evidence_name: null };
  return { ...made, ...beside, child, parent };
}
