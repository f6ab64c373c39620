import type { listUsers, User } from '@gerbang/contracts/users';
import { ROLE_LABELS, ROLE_WORDS, ROLES, STAFF_ROLES } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { ERASED_NAME } from '@gerbang/service-kit/data/erasure';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import { type Account, USER_COLUMNS, type UserRow } from '../account-record/users.repository.ts';
import { toUser } from '../account-record/user.view.ts';

export type ListQuery = z.output<NonNullable<(typeof listUsers)['query']>>;

type ListedRow = UserRow & Pick<Account, 'deleted_at'>;

/** A user in the list; a closed account without its number, which is called no more. */
function toListed(row: ListedRow): User {
  if (row.deleted_at === null) return toUser(row);
  return { ...toUser(row), contact_phone: null, closed_at: new Date(row.deleted_at).toISOString() };
}

function filtered(db: Db, query: ListQuery) {
  const rows = db('users');
  // Erased accounts have no name left.
  if (query.part === 'closed')
    rows.whereNotNull('deleted_at').whereRaw('name is distinct from ?', ERASED_NAME);
  else rows.whereNull('deleted_at');
  if (query.part === 'staff') rows.whereIn('role', STAFF_ROLES);
  if (query.part === 'families') rows.where('role', 'wali_murid');
  if (query.role) rows.where('role', query.role);
  const search = query.search?.normalize('NFC').trim();
  const found = nameSearch(search, { indexed: ['name'], others: ['email'] });
  if (search && found) {
    const roles = ROLES.filter((role) =>
      `${ROLE_LABELS[role]}\n${ROLE_WORDS[role]}`.toLowerCase().includes(search.toLowerCase()),
    );
    rows.andWhere((any) => {
      void any.where(found).orWhereIn('role', roles);
    });
  }
  return rows;
}

/** The users of a query, newest first unless sorted otherwise; the closed accounts only where they are asked for. */
export function userList(db: Db, query: ListQuery): List<ListedRow, User> {
  return {
    table: 'users',
    keys: { created_at: 'created_at', name: "lower(coalesce(name, ''))" },
    defaultSort: '-created_at',
    rows: () => filtered(db, query).select([...USER_COLUMNS, 'deleted_at']),
    toItems: (rows) => rows.map(toListed),
  };
}
