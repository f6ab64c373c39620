import type { Knex } from 'knex';

const BEFORE = `'open', 'dismissed', 'confirmed'`;

const statuses = (knex: Knex, list: string) =>
  knex.raw(`
    alter table file_prints drop constraint file_prints_alert_status_check,
      add constraint file_prints_alert_status_check check (alert_status in (${list}));
    alter table proof_alerts drop constraint proof_alerts_status_check,
      add constraint proof_alerts_status_check check (status in (${list}));
  `);

// Contracts: the list only grew, and programs of the release before write none of the new words.
/** An alert can end by money of the bank: the later proof does not count then. */
export const up = (knex: Knex): Promise<void> => statuses(knex, `${BEFORE}, 'paid_by_bank'`);

export async function down(knex: Knex): Promise<void> {
  await knex('file_prints').where({ alert_status: 'paid_by_bank' }).update({ alert_status: 'confirmed' });
  await knex('proof_alerts').where({ status: 'paid_by_bank' }).update({ status: 'confirmed' });
  await statuses(knex, BEFORE);
}
