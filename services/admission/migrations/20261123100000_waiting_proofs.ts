import type { Knex } from 'knex';

/**
 * What a queue of proofs needs: since when each fee is as it is, and a hash of each file, so that a proof that was sent
 * twice is found. A trigger keeps the moment, for programs of the release before too; files of before have no hash.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table files add column content_hash bytea;
    create index files_of_content on files (content_hash) where content_hash is not null and attached_at is not null;

    alter table registrations add column payment_since timestamptz not null default now();
    update registrations r
    set payment_since = coalesce((
      select max(e.at) from registration_payment_events e
      where e.registration_id = r.id and e.to_status = r.payment_status and e.from_status is distinct from e.to_status
    ), r.created_at);

    create function keep_payment_since() returns trigger language plpgsql as $$
    begin
      new.payment_since := now();
      return new;
    end $$;
    create trigger registrations_payment_since before update of payment_status on registrations
      for each row when (old.payment_status is distinct from new.payment_status)
      execute function keep_payment_since();

    create index registrations_by_wait on registrations (payment_status, payment_since, id) where deleted_at is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index registrations_by_wait;
    drop trigger registrations_payment_since on registrations;
    drop function keep_payment_since();
    alter table registrations drop column payment_since;
    drop index files_of_content;
    alter table files drop column content_hash;
  `);
}
