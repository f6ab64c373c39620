import { refuseChanges } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

/** Sent reminders of invoices, one for each of the days: `days` after the due date, negative before it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create table invoice_reminders (
    enrollment_invoice_id uuid not null references enrollment_invoices (id),
    days smallint not null,
    sent_at timestamptz not null,
    primary key (enrollment_invoice_id, days)
  )`);
  await refuseChanges(knex, 'invoice_reminders');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table invoice_reminders');
}
