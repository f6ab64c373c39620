import { summarizeStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import type { PaymentMethod } from '@gerbang/domain/invoice-payments';
import { JENJANG } from '@gerbang/domain/levels';
import type { Db } from '@gerbang/service-kit/data/database';
import { fromAccount, type FromAccount } from '@gerbang/service-kit/events/accounts';
import { type Patterns, patternSearch, searchPatterns } from '@gerbang/service-kit/data/text-search';
import { type List, type Slice, sliceQuery } from '@gerbang/service-kit/http/paging';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { childrenEnteredTwice, SAME_CHILD } from './same-child.repository.ts';
import type { Tables } from '../database.types.ts';
import { hasSlots, waitsForSlot } from './slot-waiting.ts';

export type StaffFilters = z.output<(typeof summarizeStaffRegistrations)['query']>;

const EXACT = ['payment_status', 'current_stage', 'jenjang', 'academic_year'] as const;
export type ExactFilters = Partial<Record<(typeof EXACT)[number], string>>;

/** The filters, where a search for nothing but a level becomes a filter: an index and the kept counts serve that. */
export function settled(filters: StaffFilters): StaffFilters {
  const level = JENJANG.find((one) => one === filters.search?.trim().toUpperCase());
  if (level === undefined || filters.jenjang !== undefined) return filters;
  const { search: _search, ...others } = filters;
  return { ...others, jenjang: level };
}

/** The children whose NIK another child has too. */
function childrenWithSharedNik(db: Db) {
  const living = () => db('children').whereNull('deleted_at').whereNotNull('nik_index');
  return living()
    .whereIn('nik_index', living().groupBy('nik_index').havingRaw('count(*) > 1').select('nik_index'))
    .select('id');
}

const NIK_DUPLICATE = `exists (select 1 from children other where other.nik_index = children.nik_index
  and other.id <> children.id and other.deleted_at is null) as nik_duplicate`;

/** Whether a registration's proof is like another one and not verified for that. */
const PROOF_ALERT = `exists (select from file_prints where file_prints.file_id = registrations.payment_evidence_file_id
  and file_prints.alert_status in ('open', 'confirmed', 'paid_by_bank')) as proof_alert`;

/** The required documents that are complete, and all that are asked of this registration; null where none is. */
export const DOCUMENTS = `(select case when count(*) > 0 then json_build_object('done', count(*) filter (where
    document.status in ('approved', 'waived', 'seen')
    or (document.status = 'uploaded' and document.approved_version is not null)), 'of', count(*)) end
  from document_types as asked
  left join child_documents as document
    on document.type_id = asked.id and document.child_id = registrations.child_id
  where asked.required and asked.retired_at is null and registrations.jenjang = any (asked.jenjang)
    and (asked.classes is null or registrations.kelas = any (asked.classes))) as documents`;

const THIS_MONDAY = `date_trunc('week', now() at time zone 'Asia/Jakarta')::date`;

/**
 * The registrations of all families that match; joins no other table, so that counting needs none. `patterns` = what is searched,
 * where it is not the filters' search.
 */
export function matching(db: Db, wanted: StaffFilters, patterns?: Patterns) {
  const filters = settled(wanted);
  const rows = db('registrations').whereNull('registrations.deleted_at');
  for (const field of EXACT) {
    const value = filters[field];
    if (value !== undefined) void rows.where(`registrations.${field}`, value);
  }
  if (filters.observation_until !== undefined) {
    void rows
      .where('registrations.current_stage', 'obs_scheduled')
      .where('registrations.observation_date', '<=', filters.observation_until);
  }
  if (filters.payment_days !== undefined) {
    void rows.whereRaw(`registrations.payment_since <= now() - make_interval(days => ?)`, [
      Number(filters.payment_days),
    ]);
  }
  if (filters.observation_week !== undefined) {
    void rows
      .where('registrations.current_stage', 'obs_scheduled')
      .whereRaw(`registrations.observation_date >= ${THIS_MONDAY}`)
      .whereRaw(`registrations.observation_date < ${THIS_MONDAY} + 7`);
  }
  if (filters.to_choose_slot !== undefined) {
    void rows.whereRaw(waitsForSlot('registrations')).whereRaw(hasSlots('registrations'));
  }
  if (filters.nik_duplicate !== undefined) {
    void rows.whereIn('registrations.child_id', childrenWithSharedNik(db));
  }
  if (filters.same_child !== undefined) {
    void rows.whereIn('registrations.child_id', childrenEnteredTwice(db));
  }
  const searched = patterns ?? searchPatterns(filters.search);
  if (searched === null) return rows;
  const found = db('registration_search').where(patternSearch(searched, 'registration_search.search_text'));
  return rows.whereIn('registrations.id', found.select('registration_id'));
}

/** Whether families choose slots of the observation at all. */
export async function slotsArePublished(db: Db): Promise<boolean> {
  const slots = db('observation_slots').where({ published: true }).whereNull('cancelled_at');
  return (await slots.first('id')) !== undefined;
}

/** SQL: by which way a verified fee was paid; an imported list does not say. */
const PAID_BY = `case when registrations.payment_status = 'verified' and registrations.settled_by_import_id is null then
  case when registrations.settled_by_cash_id is not null then 'cash' else coalesce(registrations.pay_channel, 'transfer') end
end as paid_by`;

/** Column names with their table in front. */
export const columnsOf = (table: keyof Tables, columns: readonly string[]) =>
  columns.map((column) => `${table}.${column}`);

/** The registrations that match, with child and parents. */
export function withFamily(db: Db, filters: StaffFilters) {
  return matching(db, filters)
    .join('children', 'children.id', 'registrations.child_id')
    .join('parents', 'parents.id', 'children.parent_id');
}

const LISTED = {
  registrations: [
    'id',
    'version',
    'registration_number',
    'jenjang',
    'kelas',
    'academic_year',
    'payment_status',
    'current_stage',
    'payment_amount',
    'observation_date',
    'payment_since',
    'created_at',
    'updated_at',
  ],
  children: ['full_name', 'nick_name', 'gender', 'birth_date'],
  parents: ['father_name', 'mother_name', 'contact_phone'],
} as const satisfies { readonly [T in keyof Tables]?: readonly (keyof Tables[T])[] };

/** A registration as the staff's list shows it. */
export type StaffListRecord = Pick<Tables['registrations'], (typeof LISTED.registrations)[number]> &
  Pick<Tables['children'], (typeof LISTED.children)[number]> &
  Pick<Tables['parents'], (typeof LISTED.parents)[number]> &
  FromAccount & {
    readonly paid_by: PaymentMethod | null;
    readonly has_proof: boolean;
    readonly proof_alert: boolean;
    readonly nik_duplicate: boolean;
    readonly same_child: boolean;
    readonly documents: { readonly done: number; readonly of: number } | null;
  };

/** The rows of the list. */
export function staffRows(db: Db, filters: StaffFilters) {
  return withFamily(db, filters).select(
    ...columnsOf('registrations', LISTED.registrations),
    ...columnsOf('children', LISTED.children),
    ...columnsOf('parents', LISTED.parents),
    db.raw(PAID_BY),
    db.raw('registrations.payment_evidence_file_id is not null as has_proof'),
    db.raw(PROOF_ALERT),
    db.raw(NIK_DUPLICATE),
    db.raw(SAME_CHILD),
    db.raw(DOCUMENTS),
    db.raw(fromAccount('parents')),
  );
}

const FILTERS = summarizeStaffRegistrations.query.shape;

/**
 * The filters by a column that are given, which the kept counts and planned statements know; null where there are others too.
 * How a page is cut and sorted is no filter, although it comes in the same query.
 */
export function exactFilters(wanted: StaffFilters): ExactFilters | null {
  const given = Object.entries(settled(wanted)).filter(
    ([name, value]) => name in FILTERS && value !== undefined,
  );
  const isColumn = (name: string) => EXACT.some((field) => field === name);
  return given.every(([name]) => isColumn(name)) ? Object.fromEntries(given) : null;
}

/** One registration as the list shows it; undefined where there is none. */
export async function staffRecord(db: Db, id: string): Promise<StaffListRecord | undefined> {
  return staffRows(db, {}).where('registrations.id', id).first<StaffListRecord | undefined>();
}

/** What the account tells of this family. */
export async function accountBeside(db: Db, parentId: string): Promise<FromAccount> {
  const row = await db('parents')
    .where('parents.id', parentId)
    .first<FromAccount | undefined>(db.raw(fromAccount('parents')));
  return row ?? { name_from_account: null, phone_from_account: null };
}

/** Whether another child has the NIK of this one. */
export async function hasSharedNik(db: Db, childId: string): Promise<boolean> {
  const row = await db('children')
    .where({ id: childId })
    .first<{ nik_duplicate: boolean } | undefined>(db.raw(NIK_DUPLICATE));
  return row?.nik_duplicate ?? false;
}

/** The rows of a part of what was found, whose ids `found` gives: the part and, of a first page, the total are made of them. */
export function foundRows(
  db: Db,
  list: Pick<List<StaffListRecord, unknown>, 'table' | 'keys'>,
  part: Slice,
  found: Knex.QueryBuilder,
): Knex.QueryBuilder {
  const ids = sliceQuery(
    { ...list, rows: () => db.from('found as registrations').select('registrations.id') },
    part,
  );
  const rows = staffRows(db, {})
    .with('found', found.select('registrations.id', 'registrations.created_at'))
    .whereIn('registrations.id', ids);
  return part.from ? rows : rows.select({ total: db.from('found').select(db.raw('count(*)::integer')) });
}
