import { normalizePhone } from '@gerbang/contracts/phone';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import { USER_COLUMNS, type UserRow } from '../account-record/users.repository.ts';
import { NUMBER_REQUEST_MACHINE, type NumberRequestStatus } from '@gerbang/domain/number-requests';
import { assertEdge } from '@gerbang/domain/transitions';
import type { Db } from '@gerbang/service-kit/data/database';
import { uuidv7 } from 'uuidv7';
import type { Tables } from '../database.types.ts';
import { type Account, lockAccount } from '../account-record/users.repository.ts';

/** A row of `number_requests`. */
export type NumberRequestRow = Tables['number_requests'];

/** A request with the people whom staff see in it. */
export type ShownRequest = NumberRequestRow & {
  readonly account_name: string | null;
  readonly account_role: Account['role'];
  readonly account_email: string;
  readonly opener_name: string | null;
  readonly opener_role: Account['role'];
  readonly decider_name: string | null;
  readonly decider_role: Account['role'] | null;
};

/** Opens a request; undefined where the account has one that is open or approved. */
export async function insertRequest(
  trx: Db,
  request: Pick<NumberRequestRow, 'user_id' | 'phone' | 'old_phone' | 'checked' | 'opened_by'>,
): Promise<NumberRequestRow | undefined> {
  const [row] = await trx('number_requests')
    .insert({ ...request, id: uuidv7() })
    .onConflict(trx.raw("(user_id) where status in ('open', 'approved')"))
    .ignore()
    .returning<NumberRequestRow[]>('*');
  return row;
}

/** A request and its account, both locked; the account first, as every other change of it does. */
export interface Locked {
  readonly request: NumberRequestRow;
  readonly account: Account;
}

/** Locks a request by its id or by the hash of its stop link's token; undefined where there is none or its account is closed. */
export async function lockRequest(
  trx: Db,
  which: { readonly id: string } | { readonly stop_hash: Buffer },
): Promise<Locked | undefined> {
  const found = await trx('number_requests')
    .where(which)
    .select('id', 'user_id')
    .first<Pick<NumberRequestRow, 'id' | 'user_id'> | undefined>();
  const account = found && (await lockAccount(trx, found.user_id));
  const request =
    found &&
    (await trx('number_requests').where({ id: found.id }).forUpdate().first<NumberRequestRow | undefined>());
  return account && request ? { account, request } : undefined;
}

/** Writes the next status of a locked request with the columns that come with it: the only place that does. */
export async function writeRequest(
  trx: Db,
  present: NumberRequestRow,
  to: NumberRequestStatus,
  by: 'staff' | 'owner' | 'system',
  fields: Partial<Pick<NumberRequestRow, 'decided_by' | 'note' | 'stop_hash' | 'failure'>> & {
    /** Hours from now until the new number counts. */
    readonly waits?: number;
  } = {},
): Promise<NumberRequestRow> {
  assertEdge(NUMBER_REQUEST_MACHINE, present.status, { to, by });
  const { waits, ...columns } = fields;
  const [row] = await trx('number_requests')
    .where({ id: present.id })
    .update({
      stop_hash: null,
      ...columns,
      status: to,
      ...(columns.decided_by && { decided_at: trx.fn.now() }),
      ...(waits === undefined
        ? { ended_at: trx.fn.now() }
        : { counts_at: trx.raw('now() + make_interval(hours => ?)', [waits]) }),
    })
    .returning<NumberRequestRow[]>('*');
  if (!row) throw new Error('a request that was locked is gone');
  return row;
}

/** The ids of approved requests whose wait is over, the oldest first. */
export async function dueRequests(db: Db): Promise<string[]> {
  return db('number_requests')
    .where('status', 'approved')
    .where('counts_at', '<=', db.fn.now())
    .orderBy('counts_at')
    .pluck<string[]>('id');
}

/** Requests with the people in them, of all accounts, by status and by the owner's name or e-mail. */
export function shownRequests(db: Db, { status, search }: { status?: NumberRequestStatus; search?: string }) {
  const rows = db('number_requests')
    .join('users as account', 'account.id', 'number_requests.user_id')
    .join('users as opener', 'opener.id', 'number_requests.opened_by')
    .leftJoin('users as decider', 'decider.id', 'number_requests.decided_by')
    .select(
      'number_requests.*',
      'account.name as account_name',
      'account.role as account_role',
      'account.email as account_email',
      'opener.name as opener_name',
      'opener.role as opener_role',
      'decider.name as decider_name',
      'decider.role as decider_role',
    );
  if (status) void rows.where('number_requests.status', status);
  const found = nameSearch(search, { names: ['account.name'], others: ['account.email'] });
  return found === null ? rows : rows.where(found);
}

/** One request with the people in it. */
export async function shownRequest(db: Db, id: string): Promise<ShownRequest> {
  const row = await shownRequests(db, {}).where('number_requests.id', id).first<ShownRequest | undefined>();
  if (!row) throw new Error('a request that was written is gone');
  return row;
}

/** The requests about an account, the oldest first. */
export async function numberRequestsOf(db: Db, userId: string): Promise<NumberRequestRow[]> {
  return db('number_requests').where({ user_id: userId }).orderBy(['opened_at', 'id']);
}

/** Requests that came to their end, or were never decided, this long ago; an approved one is never among them. */
const OLD = `status <> 'approved' and coalesce(ended_at, opened_at) < now() - interval '90 days'`;

/** How many requests are kept no longer. */
export async function countOldRequests(db: Db): Promise<number> {
  const row = await db('number_requests').whereRaw(OLD).count<{ n: number | string }[]>('* as n').first();
  return Number(row?.n ?? 0);
}

/** Deletes some of the requests that are kept no longer; returns how many. */
export async function deleteOldRequests(db: Db): Promise<number> {
  return db('number_requests')
    .whereIn('id', db('number_requests').whereRaw(OLD).select('id').limit(1000))
    .delete();
}

/** Active accounts by part of their name, their whole e-mail, or the whole of a number that they log in by. */
export async function accountsToFind(db: Db, typed: string, limit: number): Promise<UserRow[]> {
  const phone = normalizePhone(typed);
  const named = nameSearch(typed, { indexed: ['name'] });
  return db('users')
    .whereNull('deleted_at')
    .where((any) => {
      void any.where('email', typed.toLowerCase());
      if (named !== null) void any.orWhere(named);
      if (phone === null) return;
      void any
        .orWhere('contact_phone', phone)
        .orWhereIn('id', db('login_phones').where({ phone }).select('user_id'));
    })
    .orderBy(['name', 'id'])
    .limit(limit)
    .select<UserRow[]>(USER_COLUMNS);
}
