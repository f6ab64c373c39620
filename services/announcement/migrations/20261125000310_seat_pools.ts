import { JENJANG } from '@gerbang/domain/levels';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** Takes the checks of the announcements' counts away, whatever the database has named them. */
const DROP_COUNTS = `
  do $$ declare found text; begin
    for found in select conname from pg_constraint
      where conrelid = 'announcements'::regclass and contype = 'c'
        and pg_get_constraintdef(oid) like '%passed_count%failed_count%'
    loop
      execute format('alter table announcements drop constraint %I', found);
    end loop;
  end $$;`;

const counts = (sum: string) => `
  alter table announcements
    add constraint announcements_skipped check (skipped_count >= 0 and skipped_count <= ${sum}) not valid,
    add constraint announcements_not_empty check (status = 'draft' or ${sum} > 0) not valid;
  alter table announcements validate constraint announcements_skipped;
  alter table announcements validate constraint announcements_not_empty;`;

/**
 * How many places of a class are free, as admission's events tell it, and how many results of an announcement go to the
 * waiting list.
 * Contracts: the checks of the counts allow more than before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table seat_pools (
      id uuid primary key,
      version bigint not null,
      academic_year text not null,
      jenjang text not null check (jenjang in (${list(JENJANG)})),
      -- Null = the classes of the level together.
      kelas text,
      -- Null = limited no more.
      free integer
    );
    create index seat_pools_of_level on seat_pools (jenjang, academic_year) where free is not null;
    alter table announcements add column waitlisted_count integer not null default 0 check (waitlisted_count >= 0);
    ${DROP_COUNTS}
    ${counts('passed_count + failed_count + waitlisted_count')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${DROP_COUNTS}
    update announcements set failed_count = failed_count + waitlisted_count where waitlisted_count > 0;
    alter table announcements drop column waitlisted_count;
    ${counts('passed_count + failed_count')}
    drop table seat_pools;
  `);
}
