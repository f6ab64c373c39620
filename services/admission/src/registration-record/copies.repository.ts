import { type EventPayload, eventSchemas } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';
import { isOneOf } from '@gerbang/service-kit/data/statements';
import { shown } from '@gerbang/service-kit/http/shown';
import type { Knex } from 'knex';
import { documentsComplete, namesOf } from './blocking-documents.repository.ts';

/**
 * The text that staff search registrations by: names of child, parents and account, phones, number, level. SQL over registration
 * `r`, child `c`, family `p`, account `a`; one value a line, in lower case.
 */
export const SEARCH_TEXT = `lower(concat_ws(chr(10), c.full_name, c.nick_name, p.father_name, p.mother_name,
  p.contact_phone, p.father_phone, p.mother_phone, a.name, a.phone, r.registration_number, r.jenjang,
  case when r.kelas like r.jenjang || '%' then r.kelas else r.jenjang || ' ' || r.kelas end))`;

/** The value that lists sort the child's name by. */
export const CHILD_SORT = 'lower(c.full_name)';

/** A registration as other services keep it. */
export type RegistrationCopy = EventPayload<'registration.changed'>;

/** What the copies have a place for and admission does not keep yet. */
const NOT_KEPT = {
  family_id: null,
} as const satisfies Partial<RegistrationCopy>;

type Moments = 'payment_proof_at' | 'payment_verified_at';
type CopyRow = Omit<RegistrationCopy, Moments | keyof typeof NOT_KEPT | 'wave_payment_period'> &
  Readonly<Record<Moments, Date | null>> & { readonly wave_payment_period: string | null };

/** When the proof that counts was first sent; null without one. */
const PROOF_AT = `(select min(e.at) from registration_payment_events e
  where e.registration_id = r.id and e.file_id = r.payment_evidence_file_id) as payment_proof_at`;

/** The newest offer of a seat, as an event has it; one that was released in another class says nothing about this one. */
const SEAT = `(select jsonb_build_object('offer_id', o.id, 'status', o.status,
    'answer_until', to_char(o.answer_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from offers o where o.registration_id = r.id and (o.status <> 'released' or exists (
    select from seat_pools s where s.id = o.pool_id and s.academic_year = r.academic_year and s.jenjang = r.jenjang
      and (s.kelas is null or s.kelas = r.kelas)))
  order by o.created_at desc, o.id desc limit 1) as seat`;

/** What a verified fee is asked for once more, as an event has it, and what of such differences was paid. */
const FEE_PARTS = `(select jsonb_build_object('amount', d.amount,
    'at', to_char(d.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from fee_differences d where d.registration_id = r.id and d.paid_at is null and d.ended_id is null
    and d.way = 'ask' and r.payment_status = 'verified' and r.current_stage <> 'withdrawn') as fee_asked,
  (select sum(d.amount)::bigint from fee_differences d
    where d.registration_id = r.id and d.paid_at is not null and d.ended_id is null) as fee_extra`;

/** A copy of fields as the database has them; without a wave it has no period of one. */
export const toCopy = <
  R extends {
    readonly wave_payment_period: string | null;
    readonly corrections?: number;
    readonly fee_asked?: RegistrationCopy['fee_asked'] | null;
    readonly fee_extra?: number | null;
  },
>({
  wave_payment_period,
  corrections = 0,
  fee_asked,
  fee_extra,
  ...fields
}: R) => ({
  ...NOT_KEPT,
  ...shown(eventSchemas['registration.changed'], fields),
  ...(corrections > 0 && { corrections }),
  ...(fee_asked && { fee_asked }),
  ...(fee_extra && { fee_extra }),
  ...(wave_payment_period !== null && { wave_payment_period }),
});

/** The copies of rows `r` with the columns of registrations. */
async function copiesOf(trx: Db, registrations: Knex.QueryBuilder): Promise<RegistrationCopy[]> {
  const rows = await registrations
    .join('children as c', 'c.id', 'r.child_id')
    .join('parents as p', 'p.id', 'c.parent_id')
    .leftJoin('accounts as a', 'a.id', 'p.user_id')
    .leftJoin('admission_waves as w', 'w.id', 'r.wave_id')
    .orderBy('r.id')
    .select<CopyRow[]>(
      'r.id',
      'r.event_version as version',
      trx.raw('r.deleted_at is not null as deleted'),
      'p.user_id',
      'p.id as parent_id',
      'r.child_id',
      'c.full_name as child_name',
      'c.nick_name as child_nick_name',
      'c.gender as child_gender',
      'p.father_name',
      'p.mother_name',
      'p.father_phone',
      'p.mother_phone',
      'p.contact_phone',
      'a.phone as login_phone',
      'r.registration_number',
      'r.jenjang',
      'r.kelas',
      'r.academic_year',
      'r.current_stage',
      'r.payment_status',
      'r.payment_amount',
      'r.payment_verified_at',
      'r.corrections',
      'w.payment_period as wave_payment_period',
      trx.raw(PROOF_AT),
      'r.payment_evidence_file_id as payment_proof_id',
      trx.raw(documentsComplete(namesOf('r'))),
      trx.raw(SEAT),
      trx.raw(FEE_PARTS),
    );
  return rows.map(toCopy);
}

/** The copies of these registrations with the version that they have now. */
export const registrationCopies = (trx: Db, ids: readonly string[]): Promise<RegistrationCopy[]> =>
  copiesOf(trx, trx('registrations as r').whereIn('r.id', ids));

/** These registrations, or those of a child or of all children of a family that are not deleted. */
export type Which = readonly string[] | { readonly 'c.id': string } | { readonly 'c.parent_id': string };

/** Locks them in the order of their ids, so that two changes of one family never wait in a circle; returns the ids. */
export async function lockIds(trx: Db, which: Which): Promise<string[]> {
  const rows = trx('registrations as r').orderBy('r.id').forNoKeyUpdate('r');
  if ('length' in which) void rows.whereIn('r.id', which);
  else void rows.join('children as c', 'c.id', 'r.child_id').where(which).whereNull('r.deleted_at');
  return rows.pluck<string[]>('r.id');
}

/** Raises the version of the copies and rewrites what staff search and sort by: both are made of the same fields. */
function renewal(trx: Db, ids: readonly string[], more = '', corrections = 0): Knex.Raw {
  const [these, value] = isOneOf('r.id', ids);
  return trx.raw(
    `update registrations r set event_version = r.event_version + 1, corrections = r.corrections + ${corrections},
       search_text = ${SEARCH_TEXT}, child_sort = ${CHILD_SORT}
     from children c join parents p on p.id = c.parent_id left join accounts a on a.id = p.user_id
     where c.id = r.child_id and ${these} ${more}`,
    [value],
  );
}

/** Renews what is kept of registrations that are not published yet. */
export async function renewRegistrations(trx: Db, ids: readonly string[]): Promise<void> {
  await renewal(trx, ids);
}

/**
 * Renews locked registrations and returns their copies, in one statement: it reads what stands beside them as it was at its
 * begin, and must not wait. `corrected` = a field that papers print was corrected.
 */
export const renewedCopies = (
  trx: Db,
  ids: readonly string[],
  { corrected = false }: { readonly corrected?: boolean },
): Promise<RegistrationCopy[]> => {
  const renewed = renewal(trx, ids, 'returning r.*', corrected ? 1 : 0);
  return copiesOf(trx, trx.with('renewed', renewed).from('renewed as r'));
};

/** The next ids of all registrations, deleted ones too; `after` undefined = from the first. */
export async function registrationIdsAfter(
  trx: Db,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = trx('registrations').orderBy('id').limit(limit);
  if (after !== undefined) void rows.where('id', '>', after);
  return rows.pluck<string[]>('id');
}
