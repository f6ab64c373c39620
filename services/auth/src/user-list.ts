import type { listUsers } from '@gerbang/contracts/accounts';
import type { User } from '@gerbang/contracts/accounts.types';
import { ROLE_LABELS, ROLES } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/database';
import { badRequest } from '@gerbang/service-kit/problems';
import { z } from 'zod';
import { toUser, USER_COLUMNS, type UserRow } from './users.repository.ts';

export type ListQuery = z.output<NonNullable<(typeof listUsers)['query']>>;
type Sort = NonNullable<ListQuery['sort']>;

const CHUNK = 500;
const DEFAULT_LIMIT = 50;

/** Where a page begins: after (or before) a row; the row's id is enough, deleted rows stay in the table. */
const cursorSchema = z.strictObject({
  s: z.enum(['-created_at', 'created_at', 'name', '-name']),
  d: z.enum(['next', 'prev']),
  i: z.uuid(),
  t: z.int().min(0),
});
type Cursor = z.infer<typeof cursorSchema>;

export interface Page {
  readonly users: User[];
  readonly total: number;
  readonly next: string | null;
  readonly prev: string | null;
}

function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function decode(text: string): Cursor {
  const message = 'Cursor tidak valid';
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw badRequest(message, [{ path: 'cursor', message }]);
  }
}

function filtered(db: Db, query: ListQuery) {
  const rows = db('users').whereNull('deleted_at');
  if (query.role) rows.where('role', query.role);
  const search = query.search?.normalize('NFC').trim();
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/gu, '\\$&')}%`;
    const roles = ROLES.filter((role) => ROLE_LABELS[role].toLowerCase().includes(search.toLowerCase()));
    rows.andWhere((any) => {
      void any.whereILike('name', pattern).orWhereILike('email', pattern).orWhereIn('role', roles);
    });
  }
  return rows;
}

interface Slice {
  readonly sort: Sort;
  readonly limit: number;
  readonly from?: { readonly id: string; readonly direction: 'next' | 'prev' };
}

const KEYS = { created_at: 'created_at', name: "lower(coalesce(name, ''))" } as const;

async function slice(db: Db, query: ListQuery, part: Slice): Promise<UserRow[]> {
  const key = KEYS[part.sort.replace('-', '') as keyof typeof KEYS];
  const backwards = part.from?.direction === 'prev';
  const descending = part.sort.startsWith('-') !== backwards;
  const rows = filtered(db, query).select(USER_COLUMNS);
  if (part.from) {
    rows.whereRaw(`(${key}, id) ${descending ? '<' : '>'} (select ${key}, id from users where id = ?)`, [
      part.from.id,
    ]);
  }
  const order = descending ? 'desc' : 'asc';
  const found = (await rows.orderByRaw(`${key} ${order}, id ${order}`).limit(part.limit)) as UserRow[];
  return backwards ? found.reverse() : found;
}

/** One page of the list; the total is counted for the first page and carried in the cursor (Precisions, Lists). */
export async function userPage(db: Db, query: ListQuery): Promise<Page> {
  const cursor = query.cursor === undefined ? null : decode(query.cursor);
  const sort = cursor?.s ?? query.sort ?? '-created_at';
  const limit = query.limit ?? DEFAULT_LIMIT;
  const backwards = cursor?.d === 'prev';
  const found = await slice(db, query, {
    sort,
    limit: limit + 1,
    ...(cursor ? { from: { id: cursor.i, direction: cursor.d } } : {}),
  });
  const more = found.length > limit;
  const rows = backwards ? found.slice(-limit) : found.slice(0, limit);
  const total = cursor?.t ?? (await countUsers(db, query));
  const at = (row: UserRow | undefined, direction: Cursor['d'], exists: boolean) =>
    row && exists ? encode({ s: sort, d: direction, i: row.id, t: total }) : null;
  return {
    users: rows.map(toUser),
    total,
    next: at(rows.at(-1), 'next', backwards || more),
    prev: at(rows[0], 'prev', backwards ? more : cursor !== null),
  };
}

async function countUsers(db: Db, query: ListQuery): Promise<number> {
  const row = await filtered(db, query).count<{ count: string }[]>('id as count').first();
  return Number(row?.count ?? 0);
}

/** The whole list as JSON text, read in chunks, so that neither memory nor a connection is held for long. */
export async function* wholeList(db: Db, query: ListQuery): AsyncGenerator<string> {
  const sort = query.sort ?? '-created_at';
  let from: Slice['from'];
  let separator = '[';
  for (;;) {
    const rows = await slice(db, query, { sort, limit: CHUNK, ...(from ? { from } : {}) });
    for (const row of rows) {
      yield separator + JSON.stringify(toUser(row));
      separator = ',';
    }
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) break;
    from = { id: last.id, direction: 'next' };
  }
  yield separator === '[' ? '[]' : ']';
}
