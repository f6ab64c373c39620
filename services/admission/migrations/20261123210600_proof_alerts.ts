import { PROOF_ALERT_KINDS, PROOF_ALERT_STATUSES } from '@gerbang/domain/proof-alerts';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/**
 * Prints of proofs of payments, by which a slip that was used before is found, and the pairs that were found. Both go with
 * their files. Prints take the place of `files.content_hash`, which programs of the release before still write and read.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What people call an invoice's file when they compare it; a fee's file has both in its registration.
    alter table files add column invoice_number text check (length(invoice_number) <= 50), add column invoice_registration_id uuid;

    create table file_prints (
      file_id uuid primary key references files (id) on delete cascade,
      -- Of the bytes as they were sent; of the stored ones for a file from before prints; null where its bytes were gone.
      sha256 bytea check (length(sha256) = 32),
      -- Null for a file that is no picture, or one without content.
      dhash bit(64),
      thumb bytea check (length(thumb) = 1024),
      -- What is known of its likeness to other proofs, and how often that has changed.
      alert_status text check (alert_status in (${list(PROOF_ALERT_STATUSES)})),
      alert_version integer not null default 0,
      at timestamptz not null default now(),
      check ((dhash is null) = (thumb is null)),
      check ((alert_status is null) = (alert_version = 0))
    );
    create index file_prints_same on file_prints (sha256);
    create index file_prints_like on file_prints (dhash) include (file_id) where dhash is not null;

    create table proof_alerts (
      id uuid primary key,
      -- The proof that came later, and the one that it is like.
      file_id uuid not null references files (id) on delete cascade,
      other_file_id uuid not null references files (id) on delete cascade,
      kind text not null check (kind in (${list(PROOF_ALERT_KINDS)})),
      -- How much of the pictures is alike, in thousandths.
      score integer not null check (score between 0 and 1000),
      status text not null default 'open' check (status in (${list(PROOF_ALERT_STATUSES)})),
      note text check (length(note) between 5 and 300),
      decided_by_id uuid,
      decided_by_name text,
      decided_by_role text,
      decided_at timestamptz,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      check (file_id <> other_file_id),
      check ((status = 'open') = (decided_at is null)),
      check ((decided_at is null) = (decided_by_id is null)),
      check ((decided_at is null) = (note is null))
    );
    create unique index proof_alerts_pair
      on proof_alerts (least(file_id, other_file_id), greatest(file_id, other_file_id));
    create index proof_alerts_of on proof_alerts (file_id);
    create index proof_alerts_of_other on proof_alerts (other_file_id);
    create index proof_alerts_newest on proof_alerts (created_at, id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table proof_alerts, file_prints;
    alter table files drop column invoice_number, drop column invoice_registration_id;
  `);
}
