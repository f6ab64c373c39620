import { STATEMENT_PROFILES } from '@gerbang/domain/bank-statements';
import type { Knex } from 'knex';

const profiles = (values: readonly string[]) => `
  alter table bank_statements drop constraint bank_statements_profile_check;
  alter table bank_statements add constraint bank_statements_profile_check
    check (profile in (${values.map((value) => `'${value}'`).join(', ')}))`;

/**
 * Figures of a day by its account; a name for each closing in the trail; the header row by which a shape of the school's own
 * is known again, and the shape with which a statement was read; the days on which finance was told what is open.
 * Contracts: the list of shapes grew, and the new column is empty for those of the release before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index bank_lines_of_day on bank_lines (account_key, booked_on) where direction = 'in';
    alter table bank_day_closings add column id uuid not null unique;
    alter table statement_profiles
      add column headers text[] not null check (cardinality(headers) between 2 and 50);
    ${profiles([...STATEMENT_PROFILES, 'own'])};
    alter table bank_statements
      add column own_profile_id uuid references statement_profiles (id),
      add constraint bank_statements_own_profile check ((profile = 'own') = (own_profile_id is not null));
    create table finance_digests (day date primary key, at timestamptz not null);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table finance_digests;
    alter table bank_statements drop column own_profile_id;
    -- Statements are never changed: those of the school's own shapes stay as they are.
    ${profiles(STATEMENT_PROFILES)} not valid;
    alter table statement_profiles drop column headers;
    alter table bank_day_closings drop column id;
    drop index bank_lines_of_day;
  `);
}
