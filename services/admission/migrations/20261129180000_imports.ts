import type { Knex } from 'knex';

const constraints = (by: string, causes: string, settled: string) => `
  alter table registrations drop constraint registrations_proof, drop constraint registrations_settled,
    add constraint registrations_proof check (payment_status not in ('paid', 'verified')
      or payment_evidence_file_id is not null or num_nonnulls(${by}) > 0),
    add constraint registrations_settled check (num_nonnulls(${by}) = 0
      or payment_status = 'verified' and num_nonnulls(${by}) = 1);
  alter table registration_payment_events drop constraint registration_payment_events_cause_check,
    drop constraint registration_payment_events_settled,
    add constraint registration_payment_events_cause_check check (cause in (${causes})),
    add constraint registration_payment_events_settled check (case ${settled}
      else num_nonnulls(settled_on, settled_by_line_id, settled_by_pay_request_id) = 0 end);`;
const BY_OTHERS = `when cause = 'bank' then settled_on is not null and num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 1
  when cause = 'cash' then settled_on is not null and cash_id is not null
    and num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 0`;
const CAUSES = "'parent', 'on_behalf', 'verification', 'bank', 'cash'";
const SOURCES = 'settled_by_line_id, settled_by_pay_request_id, settled_by_cash_id';

/**
 * Lists of children that come from elsewhere, row by row as their files have them, and what became of each row. A fee that such
 * a list says was paid names it, with the way in which it was paid.
 *
 * Contracts: the checks take all that a program of the release before writes; a place of birth may be missing, which that
 * program shows as empty.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table imports (
      id uuid primary key,
      file_name text not null,
      state text not null default 'reading'
        check (state in ('reading', 'preview', 'running', 'stopped', 'done', 'undone')),
      head text not null,
      other_sheets integer not null,
      created_by_id uuid not null,
      created_by_name text,
      created_by_role text not null,
      started_by_id uuid,
      started_by_name text,
      started_by_role text,
      started_at timestamptz check (started_at is not null or state in ('reading', 'preview')),
      tested_at timestamptz,
      settle_asked_by_id uuid,
      settle_sum bigint,
      ended_at timestamptz check (ended_at is not null or state in ('reading', 'preview', 'running', 'stopped')),
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create index imports_to_work on imports (created_at) where state in ('reading', 'running');
    create index imports_old on imports (updated_at);
    create table import_rows (
      id uuid primary key,
      import_id uuid not null references imports on delete cascade,
      n integer not null check (n > 0),
      hidden boolean not null,
      cells text not null,
      edits text,
      shown text,
      status text check (status in ('new', 'family', 'registered', 'look', 'impossible')),
      left_out boolean not null default false,
      decided boolean not null default false,
      family_id uuid,
      child_id uuid,
      position integer check (position >= 0),
      outcome text check (outcome in ('imported', 'skipped', 'failed', 'undone', 'kept')),
      outcome_text text,
      registration_id uuid,
      made_family boolean not null default false,
      made_child boolean not null default false,
      done_at timestamptz,
      unique (import_id, n)
    );
    create index import_rows_of_family on import_rows (family_id) where family_id is not null;
    create index import_rows_to_do on import_rows (import_id, position) where position is not null and outcome is null;
    comment on column imports.head is 'sealed';
    comment on column import_rows.cells is 'sealed';
    comment on column import_rows.edits is 'sealed';
    comment on column import_rows.shown is 'sealed';
    alter table children alter column birth_city drop not null;
    alter table registrations add column settled_by_import_id uuid;
    alter table registration_payment_events add column settled_by_import_id uuid,
      add column import_method text check (import_method in ('transfer', 'cash'));
    ${constraints(
      `${SOURCES}, settled_by_import_id`,
      `${CAUSES}, 'import'`,
      `${BY_OTHERS} when cause = 'import' then settled_on is not null and import_method is not null
        and settled_by_import_id is not null and num_nonnulls(settled_by_line_id, settled_by_pay_request_id) = 0`,
    )}
  `);
}

/** Only where every child has a place of birth, and no fee was paid by a list. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table import_rows, imports; alter table children alter column birth_city set not null',
  );
}
