import {
  BILLING_STATUSES,
  CONFIRMATION_MACHINE,
  CONFIRMATION_STATUSES,
  CONTRIBUTION_TYPES,
  ENROLLMENT_STATUSES,
  PAYMENT_PREFERENCES,
} from '@gerbang/domain/enrollment-confirmations';
import { refuseChanges } from '@gerbang/service-kit/data/kit-tables';
import type { Knex } from 'knex';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');
const EDGES = CONFIRMATION_MACHINE.edges
  .filter((edge) => edge.from !== null)
  .map((edge) => `('${edge.from}', '${edge.to}')`)
  .join(', ');

/**
 * Confirmations of re-enrolment, one for each registration, with their history. The statuses only move along the
 * machine's edges, and only together: the three columns are one state.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table enrollment_confirmations (
      id uuid primary key,
      registration_id uuid not null references registrations (id),
      child_id uuid not null,
      parent_id uuid not null,
      payment_preference text not null check (payment_preference in (${list(PAYMENT_PREFERENCES)})),
      contribution_type text not null check (contribution_type in (${list(CONTRIBUTION_TYPES)})),
      contribution_amount bigint not null default 0 check (contribution_amount between 0 and 1000000000000),
      contribution_description text check (length(contribution_description) between 1 and 500),
      additional_notes text check (length(additional_notes) <= 2000),
      payment_status text not null default 'pending' check (payment_status in (${list(BILLING_STATUSES)})),
      enrollment_status text not null default 'pending'
        check (enrollment_status in (${list(ENROLLMENT_STATUSES)})),
      status text not null default 'pending' check (status in (${list(CONFIRMATION_STATUSES)})),
      submitted_at timestamptz not null default now(),
      decline_reason text check (length(decline_reason) between 1 and 2000),
      decided_by_id uuid,
      decided_by_name text,
      decided_by_role text,
      decided_at timestamptz,
      completed_at timestamptz,
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint enrollment_confirmations_once unique (registration_id),
      unique (id, registration_id, child_id),
      constraint enrollment_confirmations_state check (
        (status, payment_status, enrollment_status) in (
          ('pending', 'pending', 'pending'),
          ('submitted', 'pending', 'pending'),
          ('processed', 'pending', 'confirmed'),
          ('processed', 'invoice_generated', 'payment_scheme_created'),
          ('completed', 'invoice_generated', 'confirmed'),
          ('declined', 'pending', 'declined')
        )
      ),
      check (contribution_type = 'goods' or contribution_description is null),
      check (contribution_type = 'cash' or (contribution_amount = 0 and contribution_description is not null)),
      check (status = 'declined' or decline_reason is null),
      check ((status in ('pending', 'submitted')) = (decided_at is null)),
      check ((decided_at is null) = (decided_by_id is null)),
      check ((status = 'completed') = (completed_at is not null))
    );
    create index enrollment_confirmations_newest on enrollment_confirmations (submitted_at, id);
    create index enrollment_confirmations_updated on enrollment_confirmations (updated_at, id);
    create index enrollment_confirmations_by_status on enrollment_confirmations (status, submitted_at, id);

    create function rows_are_kept() returns trigger language plpgsql as $$
    begin
      raise exception '% are never deleted', tg_table_name using errcode = 'insufficient_privilege';
    end $$;
    create trigger enrollment_confirmations_kept before delete or truncate on enrollment_confirmations
      for each statement execute function rows_are_kept();

    create function confirmation_moves() returns trigger language plpgsql as $$
    begin
      if (new.id, new.registration_id, new.child_id, new.created_at)
          is distinct from (old.id, old.registration_id, old.child_id, old.created_at)
        or new.version <> old.version + 1
        or not (
          (old.status, new.status) in (${EDGES})
          or (old.status = 'processed' and new.status = 'processed' and old.payment_status = 'pending')
        ) then
        raise exception 'this change of a confirmation is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger enrollment_confirmations_move before update on enrollment_confirmations
      for each row execute function confirmation_moves();

    create table confirmation_events (
      id uuid primary key,
      confirmation_id uuid not null references enrollment_confirmations (id),
      version integer not null,
      from_status text,
      to_status text not null,
      cause text not null check (cause in ('submitted', 'processed', 'declined', 'scheme_created', 'completed')),
      reason text,
      actor_id uuid,
      actor_name text,
      actor_role text,
      at timestamptz not null default now(),
      unique (confirmation_id, version)
    );

    create function confirmation_has_history() returns trigger language plpgsql as $$
    begin
      if not exists (
        select from confirmation_events where confirmation_id = new.id and version = new.version
      ) then
        raise exception 'confirmation % has no history of its version', new.id using errcode = '23000';
      end if;
      return null;
    end $$;
    create constraint trigger enrollment_confirmations_history after insert or update on enrollment_confirmations
      deferrable initially deferred for each row execute function confirmation_has_history();
  `);
  await refuseChanges(knex, 'confirmation_events');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table confirmation_events, enrollment_confirmations;
    drop function confirmation_has_history();
    drop function confirmation_moves();
    drop function rows_are_kept();
  `);
}
