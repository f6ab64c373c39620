import {
  VIEWS_MOST,
  type changeListView,
  type ListView,
  type saveListView,
} from '@gerbang/contracts/list-views';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { notFound, unauthorized, unprocessable } from '@gerbang/service-kit/http/problems';
import { refuseStale } from '@gerbang/service-kit/http/versions';
import { uuidv7 } from 'uuidv7';
import type { z } from 'zod';
import { conflict } from '../account-record/conflicts.ts';
import { type Account, lockAccount } from '../account-record/users.repository.ts';
import type { Context } from '../context.ts';
import {
  countViews,
  insertView,
  isNameTaken,
  lockView,
  type NamedView,
  removeView,
  type ViewRow,
  writeView,
} from './list-views.repository.ts';

type Kept = Pick<Context, 'database'>;

const SHARING = ['list_view.shared', 'list_view.withdrawn'] as const;

/** A view as a call returns it to this account. */
export const toView = ({ user_id, owner, list: _list, ...view }: NamedView, userId: string): ListView => ({
  ...view,
  own: user_id === userId,
  owner: user_id === userId ? null : owner,
});
const toOwn = (view: ViewRow): ListView => toView({ ...view, owner: null }, view.user_id);

const gone = () => notFound('Tampilan ini tidak ada lagi');
const nameTaken = () => conflict('name_taken', 'Anda sudah punya tampilan dengan nama ini');

/** The caller's account; one change of its views runs at a time. */
async function lockOwner(trx: Db, { id }: Caller): Promise<Account> {
  const owner = await lockAccount(trx, id);
  if (!owner) throw unauthorized();
  return owner;
}

/** Notes what others of the role find, or find no more. */
async function noteShared(
  trx: Db,
  owner: Account,
  { origin }: Caller,
  action: (typeof SHARING)[number],
  { id, list }: ViewRow,
) {
  await audit(trx, { action, actor: owner, subject: id, details: { list }, origin });
}

/** Keeps a view of a list; 409 `name_taken`, 422 `too_many_views`. */
export async function saveView(
  { database }: Kept,
  caller: Caller,
  body: z.output<(typeof saveListView)['body']>,
): Promise<ListView> {
  return database.transaction(async (trx) => {
    const owner = await lockOwner(trx, caller);
    if ((await countViews(trx, owner.id, body.list)) >= VIEWS_MOST)
      throw unprocessable(
        'too_many_views',
        `Paling banyak ${VIEWS_MOST} tampilan untuk satu daftar. Hapus yang tidak dipakai, lalu simpan lagi.`,
      );
    const view = await insertView(trx, { ...body, id: uuidv7(), user_id: owner.id });
    if (!view) throw nameTaken();
    if (view.shared) await noteShared(trx, owner, caller, 'list_view.shared', view);
    return toOwn(view);
  });
}

/** Changes a view of the caller's own; 404, 409 `name_taken` or `stale`. */
export async function changeView(
  { database }: Kept,
  caller: Caller,
  id: string,
  body: z.output<(typeof changeListView)['body']>,
): Promise<ListView> {
  return database.transaction(async (trx) => {
    const owner = await lockOwner(trx, caller);
    const present = await lockView(trx, id, owner.id);
    if (!present) throw gone();
    await refuseStale(trx, {
      header: caller.ifMatch,
      record: present,
      actions: SHARING,
      current: () => toOwn(present),
    });
    if (await isNameTaken(trx, present, body.name)) throw nameTaken();
    const view = await writeView(trx, id, body);
    if (view.shared || present.shared) {
      await noteShared(trx, owner, caller, view.shared ? 'list_view.shared' : 'list_view.withdrawn', view);
    }
    return toOwn(view);
  });
}

/** Deletes a view of the caller's own; 404 where there is none. */
export async function deleteView({ database }: Kept, caller: Caller, id: string): Promise<void> {
  await database.transaction(async (trx) => {
    const owner = await lockOwner(trx, caller);
    const view = await removeView(trx, id, owner.id);
    if (!view) throw gone();
    if (view.shared) await noteShared(trx, owner, caller, 'list_view.withdrawn', view);
  });
}
