import type { Knex } from 'knex';

const STEPS = `('declined', 'submitted'), ('pending', 'processed'), ('submitted', 'processed'), ('pending', 'declined'),
  ('submitted', 'declined'), ('processed', 'completed'), ('completed', 'processed'), ('processed', 'submitted')`;
const STATES = `status = 'pending' and payment_status = 'pending' and enrollment_status = 'pending'
  or status = 'submitted' and payment_status = 'pending' and enrollment_status = 'pending'
  or status = 'processed' and payment_status = 'pending' and enrollment_status = 'confirmed'
  or status = 'processed' and payment_status = 'invoice_generated' and enrollment_status = 'payment_scheme_created'
  or status = 'completed' and payment_status = 'invoice_generated' and enrollment_status = 'confirmed'
  or status = 'declined' and payment_status = 'pending' and enrollment_status = 'declined'`;

const confirmationsAre = (steps: string, states: string) => `
  alter table enrollment_confirmations drop constraint enrollment_confirmations_state,
    add constraint enrollment_confirmations_state check (${states});
  create or replace function confirmation_steps() returns trigger language plpgsql as $$
  begin
    if current_setting('gerbang.ending', true) = 'on'
      and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then return new; end if;
    if (new.id, new.registration_id, new.child_id, new.created_at)
        is distinct from (old.id, old.registration_id, old.child_id, old.created_at)
      or new.version <> old.version + 1
      or not (
        (old.status, new.status) in (${steps})
        or (old.status = 'processed' and new.status = 'processed' and old.payment_status = 'pending')
      ) then
      raise exception 'this change of a confirmation is not allowed' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$;
`;

/**
 * A family leaves after its re-enrolment was processed: its confirmation is declined, and keeps a scheme that has money.
 *
 * Contracts: the check and the steps take more than before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    confirmationsAre(
      `${STEPS}, ('processed', 'declined'), ('completed', 'declined')`,
      `${STATES} or status = 'declined' and payment_status = 'invoice_generated' and enrollment_status = 'declined'`,
    ),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(confirmationsAre(STEPS, STATES));
}
