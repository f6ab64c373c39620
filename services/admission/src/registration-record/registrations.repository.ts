import type { Registration } from '@gerbang/contracts/registrations';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import type { Db } from '@gerbang/service-kit/data/database';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import type { Tables } from '../database.types.ts';
import { hasSlots } from './slot-waiting.ts';

type Row = Tables['registrations'];
/** The columns without a list of values in the database, as the contract's schemas let them in. */
type Chosen = Pick<Registration, 'how_know_school' | 'uniform_size'>;

const LIST_COLUMNS = [
  'id',
  'child_id',
  'registration_number',
  'jenjang',
  'kelas',
  'academic_year',
  'current_stage',
  'enrollment_status',
  'payment_amount',
  'fee_returned',
  'payment_status',
  'payment_evidence_file_id',
  'rejection_reason',
  'payment_verified_at',
  'payment_verified_by_name',
  'payment_verified_by_role',
  'settled_by_line_id',
  'settled_by_pay_request_id',
  'settled_by_cash_id',
  'settled_by_import_id',
  'pay_channel',
  'accepted_at',
  'locked',
  'created_at',
  'updated_at',
  'version',
] as const satisfies readonly (keyof Row)[];

/** Names of a registration that other tables hold. */
interface Beside {
  readonly child_full_name: string;
  readonly child_nick_name: string | null;
  /** The name of the proof's file. */
  readonly evidence_name: string | null;
}
const BESIDE = [
  'children.full_name as child_full_name',
  'children.nick_name as child_nick_name',
  'files.name as evidence_name',
];

/** A registration as a list shows it. */
export type RegistrationListRecord = Pick<Row, (typeof LIST_COLUMNS)[number]> &
  Beside & {
    readonly seat_kind?: 'offer' | 'waitlist' | null;
    readonly leaving?: 'requested' | 'refused' | null;
    readonly fee_asked?: number | null;
    readonly slots?: true | null;
  };
/** A whole row; `bank_account_number` is ciphertext. */
export type RegistrationRecord = Omit<Row, keyof Chosen> &
  Chosen &
  Beside &
  Pick<RegistrationListRecord, 'seat_kind' | 'fee_asked' | 'slots'>;
/** A registration with the account of its family. */
export type LockedRegistration = RegistrationRecord & { readonly family_user_id: string };
/** A registration with its whole child and family. */
export type FullRegistration = RegistrationRecord & {
  readonly child: Tables['children'];
  readonly parent: Tables['parents'];
};
/** What a family may write. */
type WrittenFields = Partial<
  Omit<Row, 'id' | 'version' | 'current_stage' | 'payment_status' | 'created_at' | 'updated_at'>
>;

/** Registrations that are not deleted, with child, family and proof joined, and the columns of a list. */
export function registrations(db: Db) {
  return db('registrations')
    .join('children', 'children.id', 'registrations.child_id')
    .join('parents', 'parents.id', 'children.parent_id')
    .leftJoin('files', 'files.id', 'registrations.payment_evidence_file_id')
    .whereNull('registrations.deleted_at')
    .select(LIST_COLUMNS.map((column) => `registrations.${column}`))
    .select(BESIDE);
}

/** SQL: whether a seat is offered or taken, or the child is on a waiting list, of a row of `registrations`. */
export const SEAT_KIND = `case
  when exists (select from offers o where o.registration_id = registrations.id and o.status <> 'released') then 'offer'
  when exists (select from waitlist_entries w where w.registration_id = registrations.id and w.status = 'waiting')
    then 'waitlist'
  end as seat_kind`;

/** SQL: how the newest request to leave stands, while it is open or was refused, of a row of `registrations`. */
const LEAVING = `(select case when w.status in ('requested', 'refused') then w.status end from withdrawals w
  where w.registration_id = registrations.id order by w.created_at desc limit 1) as leaving`;

/** SQL: what is asked for a verified fee once more, of a row of `registrations`. */
const FEE_ASKED = `(select d.amount from fee_differences d where d.registration_id = registrations.id
  and d.paid_at is null and d.ended_id is null and d.way = 'ask' and registrations.payment_status = 'verified'
  and registrations.current_stage <> 'withdrawn') as fee_asked`;

/** SQL: whether the school lets families choose a slot, of a row of `registrations` at a stage where they do. */
const SLOTS = `(select true where registrations.payment_status = 'verified'
  and registrations.current_stage in ('registered', 'obs_scheduled', 'obs_not_attended')
  and ${hasSlots('registrations')}) as slots`;

/** The registrations of this account's children; another family's are never read. */
export function ownRegistrations(db: Db, userId: string) {
  return registrations(db)
    .select(db.raw(SEAT_KIND), db.raw(LEAVING), db.raw(FEE_ASKED), db.raw(SLOTS))
    .where('parents.user_id', userId);
}

const FILTERS = ['payment_status', 'current_stage', 'jenjang'] as const;

/** The registrations of this account that match; `search` finds names of the child and the level. */
export function findOwnRegistrations(
  db: Db,
  userId: string,
  {
    search,
    ...wanted
  }: { readonly [F in (typeof FILTERS)[number]]?: Row[F] | undefined } & {
    readonly search?: string | undefined;
  },
) {
  const rows = ownRegistrations(db, userId);
  for (const field of FILTERS) {
    const value = wanted[field];
    if (value !== undefined) void rows.where(`registrations.${field}`, value);
  }
  const found = nameSearch(search, {
    names: ['children.full_name', 'children.nick_name'],
    others: ['registrations.jenjang'],
  });
  return found === null ? rows : rows.andWhere(found);
}

/** These registrations with the columns of the whole row. */
const whole = (rows: ReturnType<typeof registrations>) =>
  rows.clearSelect().select('registrations.*').select(BESIDE);

/** Whether this account has the registration. */
export async function hasRegistration(db: Db, userId: string, id: string): Promise<boolean> {
  return (await ownRegistrations(db, userId).where('registrations.id', id).first()) !== undefined;
}

/** One of these registrations, locked for a change, with the family's account; undefined where there is none. */
export async function lockOne(
  rows: ReturnType<typeof registrations>,
  id: string,
): Promise<LockedRegistration | undefined> {
  return whole(rows)
    .select('parents.user_id as family_user_id')
    .where('registrations.id', id)
    .forNoKeyUpdate('registrations')
    .first<LockedRegistration | undefined>();
}

/** Registrations, locked in the order of their ids, with the family's account; null = its event has not come yet. */
export async function lockRegistrations(
  trx: Db,
  ids: readonly string[],
): Promise<(LockedRegistration & { readonly account: AccountCopy | null })[]> {
  return whole(registrations(trx).leftJoin('accounts', 'accounts.id', 'parents.user_id'))
    .select('parents.user_id as family_user_id', trx.raw('to_jsonb(accounts) as account'))
    .whereIn('registrations.id', ids)
    .orderBy('registrations.id')
    .forNoKeyUpdate('registrations');
}

/** Those of these registrations that are this account's, locked in the order of their ids. */
export async function lockOwnRegistrations(
  trx: Db,
  userId: string,
  ids: readonly string[],
): Promise<LockedRegistration[]> {
  return whole(ownRegistrations(trx, userId))
    .select('parents.user_id as family_user_id')
    .whereIn('registrations.id', ids)
    .orderBy('registrations.id')
    .forNoKeyUpdate('registrations');
}

/** The registrations of a child that are not deleted, locked in the order of their ids. */
export async function lockRegistrationsOfChild(
  trx: Db,
  childId: string,
): Promise<Pick<Row, 'id' | 'current_stage' | 'payment_status' | 'locked'>[]> {
  return trx('registrations')
    .where({ child_id: childId })
    .whereNull('deleted_at')
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id', 'current_stage', 'payment_status', 'locked');
}

/** One of these registrations with everything of its child and family, in one query. */
export async function fullRegistration(
  rows: ReturnType<typeof registrations>,
  db: Db,
  id: string,
): Promise<FullRegistration | undefined> {
  return whole(rows)
    .select(db.raw('to_jsonb(children) as child'), db.raw('to_jsonb(parents) as parent'), db.raw(FEE_ASKED))
    .where('registrations.id', id)
    .first<FullRegistration | undefined>();
}

/** Writes what the family changed; the entries of the history follow the registration to another child. */
export async function updateRegistration(
  trx: Db,
  { id, version }: Pick<Row, 'id' | 'version'>,
  change: WrittenFields,
): Promise<void> {
  await trx('registrations')
    .where({ id })
    .update({ ...change, version: version + 1, updated_at: trx.fn.now() });
  if (change.child_id) {
    await trx('registration_stages').where({ registration_id: id }).update({ child_id: change.child_id });
  }
}

/** Notes the moment at which the result was opened unless it was before; returns whether it was written. */
export async function noteResultOpened(trx: Db, id: string, at: Date): Promise<boolean> {
  const written = await trx('registrations')
    .where({ id })
    .whereRaw(
      `(result_opened_at is null or result_opened_at < (
        select max(a.published_at) from published_results s join published_announcements a on a.id = s.announcement_id
        where s.registration_id = registrations.id))`,
    )
    .update({ result_opened_at: at });
  return written > 0;
}

/** Marks registrations deleted and returns what the trail says of each. */
export async function markDeleted(
  trx: Db,
  ids: readonly string[],
): Promise<Pick<Row, 'id' | 'child_id' | 'registration_number' | 'current_stage' | 'payment_status'>[]> {
  return trx('registrations')
    .whereIn('id', ids)
    .update({ deleted_at: trx.fn.now(), updated_at: trx.fn.now(), version: trx.raw('version + 1') }, [
      'id',
      'child_id',
      'registration_number',
      'current_stage',
      'payment_status',
    ]);
}

/** Whether the registration was erased: its time was over, or its family wanted it gone. */
export async function isErased(db: Db, id: string): Promise<boolean> {
  return (await db('erased_registrations').where({ id }).first('id')) !== undefined;
}
