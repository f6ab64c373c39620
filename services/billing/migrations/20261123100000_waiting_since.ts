import type { Knex } from 'knex';

/**
 * Since when a payment of an invoice waits to be verified, so that the longest wait comes first. A trigger keeps it, for
 * programs of the release before too.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table enrollment_invoices add column waiting_since timestamptz not null default now();
    update enrollment_invoices i
    set waiting_since = coalesce((
      select p.created_at from enrollment_invoice_payments p
      where p.enrollment_invoice_id = i.id and p.verification_status = 'pending'
    ), i.created_at);

    create function keep_waiting_since() returns trigger language plpgsql as $$
    begin
      new.waiting_since := now();
      return new;
    end $$;
    create trigger invoices_waiting_since before update of waiting on enrollment_invoices
      for each row when (new.waiting and not old.waiting) execute function keep_waiting_since();

    create index enrollment_invoices_by_wait on enrollment_invoices (waiting_since, id) where waiting;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index enrollment_invoices_by_wait;
    drop trigger invoices_waiting_since on enrollment_invoices;
    drop function keep_waiting_since();
    alter table enrollment_invoices drop column waiting_since;
  `);
}
