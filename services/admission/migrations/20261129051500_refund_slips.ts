import type { Knex } from 'knex';

const targets = (names: string) => `
  alter table files drop constraint files_attached_to_check,
    add constraint files_attached_to_check check (attached_to in (${names}));`;
const FORMER = `'registration_payment', 'registration_stage', 'invoice_payment', 'school', 'child_document'`;

/**
 * The slip of money that went back belongs to its refund.
 *
 * Contracts: the list of what a file belongs to grew; a program of the release before writes none of the new.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(targets(`${FORMER}, 'refund'`));
}

/** Only where no slip was sent yet. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(targets(FORMER));
}
