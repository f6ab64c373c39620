import type { EventPayload } from '@gerbang/contracts/events';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import type { Tables } from '../database.types.ts';

type Row = Tables['family_dashboards'];
type Dues = EventPayload<'dues.changed'>['families'][number];

/** What the stored answer depends on, beside its text. */
export type Composed = Pick<Row, 'awaits_results' | 'untold' | 'accepted'> & { readonly body: string };

/** Billing tells every 10 s at least how far it is; a copy that has heard nothing for longer is not shown. */
const FED = `(select complete_at > now() - interval '30 seconds' from dues_feed) as fed`;

/** Rises with every change of the types of documents, which the answers of all families depend on. */
const TYPES = '(select coalesce(sum(version), 0)::integer from document_types) as types';

/** The number of changes of the types of documents. */
export interface TypesVersion {
  readonly types: number;
}

/** A family's row; `fed` = the copies of dues are not far behind billing, null where it has never told anything. */
export interface DashboardRow extends Omit<Row, 'user_id' | 'dues'>, TypesVersion {
  readonly dues: Pick<Dues, 'invoices' | 'to_confirm'> | null;
  readonly fed: boolean | null;
}

/** The row of this family, and whether billing's events arrive. */
export function dashboardRow(db: Db, userId: string): Knex.QueryBuilder {
  return db('family_dashboards')
    .where({ user_id: userId })
    .select(
      'changes',
      'body',
      'shape',
      'awaits_results',
      'untold',
      'accepted',
      'dues',
      'dues_version',
      'unread',
      db.raw(FED),
      db.raw(TYPES),
    );
}

/**
 * Stores an answer that was composed after `changes` had been read: where anything has changed since, nothing is stored,
 * and the next read composes it again.
 */
export async function storeBody(
  db: Db,
  userId: string,
  { changes, shape }: Pick<Row, 'changes'> & { readonly shape: number },
  composed: Composed,
): Promise<void> {
  await db('family_dashboards as f')
    .insert({ user_id: userId, changes, shape, ...composed })
    .onConflict('user_id')
    .merge(['shape', 'body', 'awaits_results', 'untold', 'accepted'])
    .whereRaw('f.changes = excluded.changes');
}

/**
 * Empties the dashboards of changed families now instead of at the commit; their rows stay locked until then. Returns the
 * version of the types before anything is composed: an answer that misses a later change of them is made again.
 */
export async function runTriggersNow(trx: Db): Promise<TypesVersion> {
  const results = await trx.raw(`set constraints all immediate; select ${TYPES}`);
  return (results as { rows: TypesVersion[] }[])[1]?.rows[0] ?? { types: 0 };
}

const STORE_BODIES = `
  update family_dashboards f
  set shape = ?, body = e.body, awaits_results = e.awaits_results, untold = e.untold, accepted = e.accepted,
    dues = case when f.dues_version is null then e.dues else f.dues end,
    dues_version = coalesce(f.dues_version, case when e.dues is not null then 0 end)
  from jsonb_to_recordset(?::jsonb)
    as e(user_id uuid, body text, awaits_results boolean, untold boolean, accepted boolean, dues jsonb)
  where f.user_id = e.user_id`;

/** Stores answers that were composed while this transaction has locked their rows, and `dues` where billing has told none. */
export async function storeBodies(
  trx: Db,
  shape: number,
  rows: readonly (Composed & { readonly user_id: string; readonly dues: DashboardRow['dues'] })[],
): Promise<void> {
  await trx.raw(STORE_BODIES, [shape, JSON.stringify(rows)]);
}

const SAVE_DUES = `
  insert into family_dashboards as f (user_id, dues, dues_version)
  select e.user_id, e.dues, e.version from jsonb_to_recordset(?::jsonb) as e(user_id uuid, version bigint, dues jsonb)
  order by e.user_id
  on conflict (user_id) do update set dues = excluded.dues, dues_version = excluded.dues_version
    where f.dues_version is null or f.dues_version < excluded.dues_version
      or (f.dues_version = excluded.dues_version and f.dues is distinct from excluded.dues)`;

/**
 * Keeps the dues of families unless the stored version is newer; returns how many rows were written. The same version
 * with other content is a copy that went wrong, and is written over.
 */
export async function saveDues(trx: Db, families: readonly Dues[]): Promise<number> {
  if (families.length === 0) return 0;
  const rows = families.map(({ user_id, version, ...dues }) => ({ user_id, version, dues }));
  const { rowCount } = await trx.raw(SAVE_DUES, [JSON.stringify(rows)]);
  return rowCount as number;
}

/** Notes until when billing has told all its changes. */
export async function noteFeed(trx: Db, completeAt: string): Promise<void> {
  await trx('dues_feed')
    .insert({ complete_at: completeAt })
    .onConflict('one')
    .merge()
    .whereRaw('excluded.complete_at > dues_feed.complete_at');
}

/** The next families with a stored answer, by their accounts. */
export async function storedFamilies(db: Db, after: string, limit: number): Promise<string[]> {
  return db('family_dashboards')
    .whereNotNull('body')
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .pluck<string[]>('user_id');
}

/** Seconds since billing last told that nothing was left to tell; NaN where it never did. For the metrics. */
export async function feedAge(db: Db): Promise<number> {
  const { rows } = await db.raw(
    'select extract(epoch from clock_timestamp() - complete_at)::float8 as age from dues_feed',
  );
  return (rows as { age: number }[])[0]?.age ?? Number.NaN;
}
