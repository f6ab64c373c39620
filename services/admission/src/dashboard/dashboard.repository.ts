import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import { ownRegistrations } from '../registrations/registrations.repository.ts';

export interface FamilyWithChildren {
  /** The row of `parents`; sealed fields stay sealed, because only whether a field is empty matters here. */
  readonly profile: Record<string, unknown>;
  readonly children: readonly { readonly id: string; readonly full_name: string }[];
}

/** The family's profile and children in one query; no row before its first write. */
export function familyWithChildren(db: Db, userId: string): Knex.QueryBuilder {
  return db('parents')
    .where('parents.user_id', userId)
    .select(
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
