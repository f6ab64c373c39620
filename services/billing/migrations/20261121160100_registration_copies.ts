import { JENJANG } from '@gerbang/domain/levels';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import type { Knex } from 'knex';

/** The stages at the time of this migration. */
const STAGES = [
  'registered',
  'obs_scheduled',
  'obs_attended',
  'obs_not_attended',
  'waiting_announcement',
  'obs_done',
  'passed',
  'failed',
  'reenroll_required',
];

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/**
 * The copy of admission's registrations with child and family: it decides ownership, and staff search in it. A trigram
 * index finds any part of its text.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create extension if not exists pg_trgm;

    create table registrations (
      id uuid primary key,
      version bigint not null,
      deleted boolean not null,
      user_id uuid not null,
      parent_id uuid not null,
      child_id uuid not null,
      child_name text not null,
      child_nick_name text,
      child_gender text,
      father_name text,
      mother_name text,
      father_phone text,
      mother_phone text,
      contact_phone text,
      login_phone text,
      registration_number text not null,
      jenjang text not null check (jenjang in (${list(JENJANG)})),
      kelas text,
      academic_year text not null,
      current_stage text not null check (current_stage in (${list(STAGES)})),
      payment_status text not null check (payment_status in (${list(PAYMENT_STATUSES)})),
      search_text text not null generated always as (lower(
        child_name || chr(10) || coalesce(child_nick_name, '') || chr(10) || coalesce(father_name, '') || chr(10) ||
        coalesce(mother_name, '') || chr(10) || coalesce(contact_phone, '') || chr(10) || registration_number
      )) stored
    );
    create index registrations_of_user on registrations (user_id);
    create index registrations_search on registrations using gin (search_text gin_trgm_ops);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table registrations');
}
