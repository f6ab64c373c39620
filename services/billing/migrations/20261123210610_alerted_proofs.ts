import { PROOF_ALERT_STATUSES } from '@gerbang/domain/proof-alerts';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** What admission knows of the likeness of proofs to others, by the file's id: a copy, kept by its events. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table alerted_proofs (
      id uuid primary key,
      status text not null check (status in (${list(PROOF_ALERT_STATUSES)})),
      version integer not null
    )
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table alerted_proofs');
}
