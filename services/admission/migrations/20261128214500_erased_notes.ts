import { appendOnlyRule } from '@gerbang/service-kit/data/append-only';
import type { Knex } from 'knex';

const endRegistrations = (texts: string): string => `
  create or replace function end_registrations(wanted uuid[]) returns void
    language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    perform set_config('gerbang.ending', 'on', true);
    delete from registration_payment_events where registration_id = any(wanted);
    delete from corrections where registration_id = any(wanted);
    ${texts}
    perform set_config('gerbang.ending', '', true);
    delete from registrations where id = any(wanted);
  end $$;`;

/** What staff noted about a place on a waiting list ends with the registration; the list's history keeps its numbers. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${appendOnlyRule({ blank: true })}
    ${endRegistrations(`update waitlist_events set note = 'Data dihapus' where note is not null
      and entry_id in (select id from waitlist_entries where registration_id = any(wanted));`)}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`${endRegistrations('')}${appendOnlyRule({ blank: false })}`);
}
