import type { listUsers, User } from '@gerbang/contracts/users';
import { ROLE_LABELS, ROLE_WORDS, ROLES } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import { USER_COLUMNS, type UserRow } from '../account-record/users.repository.ts';
import { toUser } from '../account-record/user.view.ts';

export type ListQuery = z.output<NonNullable<(typeof listUsers)['query']>>;

function filtered(db: Db, query: ListQuery) {
  const rows = db('users').whereNull('deleted_at');
  if (query.role) rows.where('role', query.role);
  const search = query.search?.normalize('NFC').trim();
  const found = nameSearch(search, { names: ['name'], others: ['email'] });
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

/** The active users of a query, newest first unless sorted otherwise. */
export function userList(db: Db, query: ListQuery): List<UserRow, User> {
  return {
    table: 'users',
    keys: { created_at: 'created_at', name: "lower(coalesce(name, ''))" },
    defaultSort: '-created_at',
    rows: () => filtered(db, query).select(USER_COLUMNS),
    toItems: (rows) => rows.map(toUser),
  };
}
