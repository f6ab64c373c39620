import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import { ASKED_DOCUMENTS, type AskedDocument } from '../checklists/checklists.repository.ts';
import {
  type RegistrationListRecord,
  registrations,
  SEAT_KIND,
} from '../registration-record/registrations.repository.ts';

export interface FamilyWithChildren {
  readonly user_id: string;
  /**
   * Whether the account has proved its login number. An account whose copy has not arrived yet has just been made, so its
   * number is unproved; one whose copy does not say is older than the proof.
   */
  readonly phone_verified: boolean;
  /** The row of `parents`, null before the first write; sealed fields stay sealed: only whether one is empty matters. */
  readonly profile: Record<string, unknown> | null;
  readonly children: readonly { readonly id: string; readonly full_name: string }[];
  /** Whether the school has entered data that the family has not confirmed. */
  readonly entered: boolean;
}

/** Each account's proof, its family's profile and its children in one query. */
export function familiesWithChildren(db: Db, userIds: readonly string[]): Knex.QueryBuilder {
  return db
    .from(db.raw(`(values ${userIds.map(() => '(?::uuid)').join(', ')}) as caller (id)`, [...userIds]))
    .leftJoin('accounts', 'accounts.id', 'caller.id')
    .leftJoin('parents', 'parents.user_id', 'caller.id')
    .select(
      'caller.id as user_id',
      db.raw('coalesce(accounts.phone_verified, accounts.id is not null) as phone_verified'),
      db.raw('to_jsonb(parents) as profile'),
      db.raw(`coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'full_name', c.full_name) order by c.created_at, c.id)
        from children c where c.parent_id = parents.id and c.deleted_at is null), '[]') as children`),
      db.raw(
        `exists (select from entered_sections s where s.user_id = caller.id and s.confirmed_at is null) as entered`,
      ),
    );
}

/** The newest observation of a registration, null where there was none. */
interface NewestObservation {
  readonly observation: {
    readonly day: string | null;
    readonly time: string | null;
    readonly place: string | null;
    readonly note: string | null;
    /** Whether it is in a slot, which the family may move by itself. */
    readonly slot: boolean;
  } | null;
}

/** A family's registration as a list shows it, with its newest observation and the documents that are asked for it. */
export type FamilyRegistration = RegistrationListRecord &
  NewestObservation & { readonly user_id: string; readonly result_opened_at: Date | null } & {
    readonly documents: readonly AskedDocument[];
  };

const NEWEST_OBSERVATION = `(
  select jsonb_build_object('day', s.content, 'time', s.observation_time, 'place', s.observation_place, 'note', s.note,
    'slot', exists(select from observation_bookings b where b.registration_id = s.registration_id and b.status = 'booked'))
  from registration_stages s where s.registration_id = registrations.id and s.stage = 'obs_scheduled'
  order by s.reached_at desc, s.id desc limit 1) as observation`;

/** The families' registrations, the newest first. */
export const newestRegistrations = (db: Db, userIds: readonly string[]): Knex.QueryBuilder =>
  withoutDocuments(db, userIds).select(db.raw(ASKED_DOCUMENTS));

/** The same without what is asked for them (`askedOfMany`). */
export function withoutDocuments(db: Db, userIds: readonly string[]): Knex.QueryBuilder {
  return registrations(db)
    .whereIn('parents.user_id', userIds)
    .select(
      'parents.user_id',
      'registrations.result_opened_at',
      db.raw(NEWEST_OBSERVATION),
      db.raw(SEAT_KIND),
    )
    .orderBy('registrations.created_at', 'desc')
    .orderBy('registrations.id', 'desc');
}
