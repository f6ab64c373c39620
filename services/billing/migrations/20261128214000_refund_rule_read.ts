import type { Knex } from 'knex';

/**
 * The rule of what goes back to families that leave, as the family read it when it confirmed: it counts for this family,
 * whatever the school decides later. All three are null where the school had no rule, or the call named none.
 *
 * Contracts: a program of the release before writes none of the three, which the condition allows.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table enrollment_confirmations
      add column refund_rule_version integer check (refund_rule_version > 0),
      add column refund_rule jsonb,
      add column refund_rule_hash text check (refund_rule_hash ~ '^[0-9a-f]{64}$'),
      add constraint enrollment_confirmations_refund_rule check (
        num_nulls(refund_rule_version, refund_rule, refund_rule_hash) in (0, 3));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table enrollment_confirmations
      drop column refund_rule_version, drop column refund_rule, drop column refund_rule_hash;
  `);
}
