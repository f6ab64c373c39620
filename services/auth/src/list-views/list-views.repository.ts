import type { ListViewSettings } from '@gerbang/contracts/list-views';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Tables } from '../database.types.ts';

/** A row of `list_views`. */
export type ViewRow = Omit<Tables['list_views'], 'settings'> & { readonly settings: ListViewSettings };
/** A view with its owner's name. */
export type NamedView = ViewRow & { readonly owner: string | null };

const SHOWN_MOST = 100;

/** The views of a list that an account finds: its own first, then the shared ones of its role, each by name. */
export async function viewsOf(db: Db, list: string, userId: string, role: Role): Promise<NamedView[]> {
  return db('list_views as v')
    .join('users as u', 'u.id', 'v.user_id')
    .where({ list })
    .where((any) => {
      void any.where('v.user_id', userId);
      void any.orWhere((shared) => void shared.where({ shared: true, role }).whereNull('u.deleted_at'));
    })
    .orderByRaw('v.user_id <> ?, lower(v.name), v.id', [userId])
    .limit(SHOWN_MOST)
    .select<NamedView[]>('v.*', 'u.name as owner');
}

/** How many views of a list an account keeps. */
export async function countViews(trx: Db, userId: string, list: string): Promise<number> {
  const [row] = await trx('list_views').where({ user_id: userId, list }).count<{ n: string }[]>('* as n');
  return Number(row?.n ?? 0);
}

/** Keeps a view; undefined where the account has one of this name. */
export async function insertView(trx: Db, view: Omit<ViewRow, 'version'>): Promise<ViewRow | undefined> {
  const [row] = await trx('list_views')
    .insert({ ...view, settings: JSON.stringify(view.settings) })
    .onConflict(trx.raw('(user_id, list, lower(name))'))
    .ignore()
    .returning<ViewRow[]>('*');
  return row;
}

/** An account's view, locked until the transaction ends. */
export async function lockView(trx: Db, id: string, userId: string): Promise<ViewRow | undefined> {
  return trx('list_views').where({ id, user_id: userId }).forUpdate().first<ViewRow | undefined>();
}

/** Whether another view of the same account and list has this name. */
export async function isNameTaken(trx: Db, { id, user_id, list }: ViewRow, name: string): Promise<boolean> {
  const found = await trx('list_views')
    .where({ user_id, list })
    .whereNot({ id })
    .whereRaw('lower(name) = lower(?)', [name])
    .first('id');
  return found !== undefined;
}

/** Writes a locked view anew. */
export async function writeView(
  trx: Db,
  id: string,
  { name, settings, shared }: Pick<ViewRow, 'name' | 'settings' | 'shared'>,
): Promise<ViewRow> {
  const [row] = await trx('list_views')
    .where({ id })
    .update({ name, settings: JSON.stringify(settings), shared, version: trx.raw('version + 1') })
    .returning<ViewRow[]>('*');
  if (!row) throw new Error('the locked view is gone');
  return row;
}

/** Deletes an account's view, which it returns; undefined where there is none. */
export async function removeView(trx: Db, id: string, userId: string): Promise<ViewRow | undefined> {
  const [row] = await trx('list_views').where({ id, user_id: userId }).delete().returning<ViewRow[]>('*');
  return row;
}
