import type { School } from '@gerbang/contracts/school';
import { knownSettings } from '@gerbang/contracts/stored-settings';
import { rolesWith } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';
import type { SchoolAccount } from '@gerbang/domain/school-accounts';
import { SCHOOL_EDGES, type SchoolEditor, type SchoolStatus } from '@gerbang/domain/school-versions';
import type { Db } from '@gerbang/service-kit/data/database';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { SCHOOL_CHANNEL } from '../school-record/current-school.repository.ts';

/** A person who changed a draft, as the row keeps it; `at` is ISO 8601. */
export interface Editor extends SchoolEditor {
  readonly name: string | null;
  readonly role: Role;
  readonly at: string;
}

type Row = Tables['school_versions'];

/** A version with its settings read through today's schema: what a later release added has its default, what a newer one knows is left out. */
export interface VersionRecord extends Omit<Row, 'settings' | 'edited_by'> {
  readonly settings: School;
  readonly edited_by: readonly Editor[];
}

const recordOf = (row: Row): VersionRecord => ({
  ...row,
  settings: knownSettings(row.settings),
  edited_by: row.edited_by as Editor[],
});

const LOCK = 'school versions';

/** One change of the school's versions at a time, until the transaction ends. */
export async function lockVersions(trx: Db): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [LOCK]);
}

const found = (row: Row | undefined): VersionRecord | undefined => row && recordOf(row);

/** The version in force. */
export async function activeVersion(db: Db): Promise<VersionRecord> {
  const row = await db('school_versions').where({ status: 'active' }).first<Row | undefined>();
  if (!row) throw new Error('the school has no version in force');
  return recordOf(row);
}

/** The draft, or what waits to come into force; there is at most one of both. */
export async function openVersion(db: Db): Promise<VersionRecord | undefined> {
  return found(
    await db('school_versions').whereIn('status', ['draft', 'scheduled']).first<Row | undefined>(),
  );
}

export async function versionNumbered(db: Db, version: number): Promise<VersionRecord | undefined> {
  return found(await db('school_versions').where({ version }).first<Row | undefined>());
}

/** Whether the school was ever begun. */
export async function hasVersions(db: Db): Promise<boolean> {
  return (await db('school_versions').select('id').first()) !== undefined;
}

/** Every version that people made, without its settings, the newest first. */
export async function listVersions(db: Db): Promise<Omit<VersionRecord, 'settings'>[]> {
  return db('school_versions')
    .where('version', '>', 0)
    .select<Omit<VersionRecord, 'settings'>[]>(
      'id',
      'version',
      'status',
      'based_on',
      'money_changed',
      'note',
      'edited_by',
      'active_from',
      'activated_by_id',
      'activated_by_name',
      'activated_by_role',
      'activated_at',
      'retired_at',
      'row_version',
      'created_at',
      'updated_at',
      'start_blocked_at',
    )
    .orderBy('version', 'desc');
}

/** Every account that families were ever shown, or will be. */
export async function knownAccounts(db: Db): Promise<SchoolAccount[]> {
  const { rows } = await db.raw(
    `select distinct a.account from school_versions v
     cross join lateral jsonb_array_elements(v.settings -> 'accounts') as a(account) where v.status in ('active', 'retired', 'scheduled')`,
  );
  return (rows as { account: SchoolAccount }[]).map(({ account }) => account);
}

/** What a new version or a changed draft consists of. */
export interface DraftContent {
  readonly settings: School;
  readonly based_on: number | null;
  readonly money_changed: boolean;
  readonly note: string | null;
  readonly edited_by: readonly Editor[];
}

const columnsOf = ({ settings, edited_by, ...rest }: DraftContent) => ({
  ...rest,
  settings: JSON.stringify(settings),
  edited_by: JSON.stringify(edited_by),
});

/** Writes a new version: a draft, or the first of all in force; returns it. */
export async function insertVersion(
  trx: Db,
  content: DraftContent,
  first?: { readonly version: number; readonly activated_at: Date },
): Promise<VersionRecord> {
  const number = first?.version ?? trx.raw('(select coalesce(max(version), 0) + 1 from school_versions)');
  const [row] = await trx('school_versions')
    .insert({
      ...columnsOf(content),
      id: uuidv7(),
      version: number,
      status: first ? 'active' : 'draft',
      activated_at: first?.activated_at ?? null,
    })
    .returning('*');
  return recordOf(row);
}

/** Replaces what a draft consists of. */
export async function replaceDraft(trx: Db, id: string, content: DraftContent): Promise<VersionRecord> {
  const [row] = await trx('school_versions')
    .where({ id })
    .update({
      ...columnsOf(content),
      row_version: trx.raw('row_version + 1'),
      updated_at: trx.fn.now(),
    })
    .returning('*');
  return recordOf(row);
}

/** Writes a draft that was taken away once more, behind the version that has come into force meanwhile. */
export async function putDraftBehind(
  trx: Db,
  { id, row_version, created_at, ...draft }: VersionRecord,
  settings: School,
  based_on: number,
): Promise<void> {
  const { money_changed, note, edited_by } = draft;
  await trx('school_versions').insert({
    ...columnsOf({ settings, based_on, money_changed, note, edited_by }),
    id,
    version: trx.raw('(select max(version) + 1 from school_versions)'),
    status: 'draft',
    row_version: row_version + 1,
    created_at,
  });
}

/** Deletes a draft; the database refuses every other version. */
export async function deleteDraft(trx: Db, id: string): Promise<void> {
  await trx('school_versions').where({ id, status: 'draft' }).delete();
}

/** The columns that a step between states fills. */
export type Moved = Partial<
  Pick<
    Row,
    | 'note'
    | 'active_from'
    | 'activated_by_id'
    | 'activated_by_name'
    | 'activated_by_role'
    | 'activated_at'
    | 'retired_at'
  >
>;

/** Takes a version from one state to another; the callers have refused what people may not do. */
export async function moveVersion(
  trx: Db,
  { id, status: from }: Pick<VersionRecord, 'id' | 'status'>,
  to: SchoolStatus,
  columns: Moved = {},
): Promise<VersionRecord> {
  if (!SCHOOL_EDGES.some((edge) => edge.from === from && edge.to === to)) {
    throw new Error(`versions of the school have no edge from ${from} to ${to}`);
  }
  const [row] = await trx('school_versions')
    .where({ id, status: from })
    .update({ ...columns, status: to, row_version: trx.raw('row_version + 1'), updated_at: trx.fn.now() })
    .returning('*');
  if (!row) throw new Error('a locked version of the school is in another state');
  return recordOf(row);
}

/** Notes that a version was kept from starting. */
export async function markStartBlocked(trx: Db, id: string, at: Date): Promise<void> {
  await trx('school_versions').where({ id }).update({ start_blocked_at: at });
}

/** Wakes every process of the service once the transaction commits. */
export async function wakeSchool(trx: Db): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [SCHOOL_CHANNEL, '']);
}

/** The number of the next content of the rule of what goes back; a draft's own is not counted. */
export async function nextRefundRule(db: Db): Promise<number> {
  const { rows } = await db.raw(
    `select coalesce(max((settings -> 'refund_rule' ->> 'version')::integer), 0) + 1 as next
     from school_versions where status <> 'draft'`,
  );
  return (rows as { next: number }[])[0]?.next ?? 1;
}

/** The active accounts of those who answer for the school's money. */
export async function accountKeepers(db: Db): Promise<AccountCopy[]> {
  return db('accounts')
    .select<AccountCopy[]>('id', 'name', 'role', 'phone', 'active', 'version')
    .where({ active: true })
    .whereIn('role', rolesWith('school.cancel'))
    .orderBy('id');
}

/** Whether a version's waiting time is over. */
export async function isDue(db: Db, now: Date): Promise<boolean> {
  const row = await db('school_versions')
    .select('id')
    .where({ status: 'scheduled' })
    .where('active_from', '<=', now)
    .first();
  return row !== undefined;
}
