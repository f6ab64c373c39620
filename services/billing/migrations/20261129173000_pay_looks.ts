import type { Knex } from 'knex';

const LEFT_OUT = (columns: string) => `
  create or replace function pay_request_moves() returns trigger language plpgsql as $$
  begin
    ${columns}
    -- What is shown to pay ends some time after the request.
    if to_jsonb(new) - '{va_number,qr_content}'::text[] = to_jsonb(old) - '{va_number,qr_content}'::text[]
      and num_nonnulls(new.va_number, new.qr_content) = 0 and old.status not in ('creating', 'open') then
      return new;
    end if;
    if new.version <> old.version + 1
      or (new.id, new.request_no, new.kind, new.registration_id, new.invoice_id, new.user_id, new.channel, new.bank_code,
          new.amount, new.created_at)
        is distinct from (old.id, old.request_no, old.kind, old.registration_id, old.invoice_id, old.user_id, old.channel,
          old.bank_code, old.amount, old.created_at)
      or (new.status <> old.status and (old.status, new.status) not in (('creating', 'open'), ('creating', 'failed'),
        ('open', 'paid'), ('open', 'review'), ('open', 'expired'), ('open', 'cancelled'), ('expired', 'review'),
        ('cancelled', 'review'), ('failed', 'review'), ('review', 'paid'), ('review', 'cancelled'))) then
      raise exception 'this change of a pay request is not allowed' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end $$;`;

/** When a job last asked the provider about a request: it is no change of the request. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table pay_requests add column looked_at timestamptz;
    create index pay_requests_looked on pay_requests (looked_at) where looked_at is not null;
    ${LEFT_OUT(`if to_jsonb(new) - 'looked_at' = to_jsonb(old) - 'looked_at' then return new; end if;`)}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${LEFT_OUT('')}
    alter table pay_requests drop column looked_at;
  `);
}
