import { LINE_DIRECTIONS, LINE_STATUSES } from '@gerbang/domain/bank-lines';
import { STATEMENT_PROFILES } from '@gerbang/domain/bank-statements';
import { refuseChanges } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/**
 * Statements that finance uploaded, and their lines. The file itself is not kept: its hash and its lines are. A line that
 * stands in two overlapping files is one row, two equal movements of a day are two.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table bank_statements (
      id uuid primary key,
      account_key text not null check (length(account_key) between 1 and 50),
      profile text not null check (profile in (${list(STATEMENT_PROFILES)})),
      file_sha256 bytea not null check (length(file_sha256) = 32),
      file_name text not null check (length(file_name) between 1 and 150),
      period_from date not null,
      period_to date not null,
      -- Balances in sen, as banks write them; null where the file has none.
      opening bigint,
      closing bigint,
      -- In rupiah.
      credits_total bigint not null check (credits_total >= 0),
      debits_total bigint not null check (debits_total >= 0),
      lines_total integer not null check (lines_total >= 0),
      lines_new integer not null check (lines_new between 0 and lines_total),
      checks jsonb not null,
      forced_reason text check (length(forced_reason) between 5 and 300),
      imported_by_id uuid not null,
      imported_by_name text,
      imported_by_role text not null,
      imported_at timestamptz not null default now(),
      unique (account_key, file_sha256),
      check (period_from <= period_to)
    );
    create index bank_statements_by_day on bank_statements (account_key, period_to desc, imported_at desc);

    create table bank_lines (
      id uuid primary key,
      statement_id uuid not null references bank_statements (id),
      account_key text not null,
      booked_on date not null,
      valued_on date,
      direction text not null check (direction in (${list(LINE_DIRECTIONS)})),
      -- In rupiah.
      amount bigint not null check (amount > 0),
      description text,
      bank_reference text check (length(bank_reference) <= 100),
      -- HMAC of account, day, direction, amount, text and reference; occurrence counts equal movements of a day.
      fingerprint bytea not null check (length(fingerprint) = 32),
      occurrence integer not null check (occurrence > 0),
      status text not null default 'new' check (status in (${list(LINE_STATUSES)})),
      ignored_reason text check (length(ignored_reason) between 5 and 300),
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (account_key, fingerprint, occurrence),
      check (direction = 'in' or description is null),
      check ((status = 'ignored') = (ignored_reason is not null))
    );
    comment on column bank_lines.description is 'sealed';
    create index bank_lines_by_day on bank_lines (booked_on, id) where direction = 'in';
    create index bank_lines_by_amount on bank_lines (amount, id) where direction = 'in';
    create trigger bank_lines_kept before truncate on bank_lines
      for each statement execute function rows_are_kept();
  `);
  await refuseChanges(knex, 'bank_statements');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table bank_lines, bank_statements');
}
