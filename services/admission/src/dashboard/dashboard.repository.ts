import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import { ownRegistrations } from '../registrations/registrations.repository.ts';

export interface FamilyWithChildren {
  /** Whether the account has proved its login number; null where that is not known. */
  readonly phone_verified: boolean | null;
  /** The row of `parents`, null before the first write; sealed fields stay sealed: only whether one is empty matters. */
  readonly profile: Record<string, unknown> | null;
  readonly children: readonly { readonly id: string; readonly full_name: string }[];
}

/** The account's proof, the family's profile and its children in one query. */
export function familyWithChildren(db: Db, userId: string): Knex.QueryBuilder {
  return db
    .from(db.raw('(select ?::uuid as id) as caller', [userId]))
    .leftJoin('accounts', 'accounts.id', 'caller.id')
    .leftJoin('parents', 'parents.user_id', 'caller.id')
    .select(
      'accounts.phone_verified',
      db.raw('to_jsonb(parents) as profile'),
      db.raw(`coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'full_name', c.full_name) order by c.created_at, c.id)
        from children c where c.parent_id = parents.id and c.deleted_at is null), '[]') as children`),
    );
}

/** The family's registrations, the newest first. */
export function newestRegistrations(db: Db, userId: string): Knex.QueryBuilder {
  return ownRegistrations(db, userId)
    .orderBy('registrations.created_at', 'desc')
    .orderBy('registrations.id', 'desc');
}
