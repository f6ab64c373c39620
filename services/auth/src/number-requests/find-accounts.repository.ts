import { normalizePhone } from '@gerbang/contracts/phone';
import type { Db } from '@gerbang/service-kit/data/database';
import { nameSearch } from '@gerbang/service-kit/data/text-search';
import { USER_COLUMNS, type UserRow } from '../account-record/users.repository.ts';

/** Active accounts by part of their name, their whole e-mail, or the whole of a number that they log in by. */
export async function accountsToFind(db: Db, typed: string, limit: number): Promise<UserRow[]> {
  const phone = normalizePhone(typed);
  const named = nameSearch(typed, { names: ['name'] });
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
