import type { Knex } from 'knex';

const bookCash = (column: string, value: string) => `
  create or replace function book_cash() returns trigger language plpgsql as $$
  begin
    insert into cash_bookings (id, source, method, academic_year, jenjang, amount, booked_on, paid_on${column})
      select new.id, 'invoice', case when p.bank_line_id is null then p.payment_method else 'bank_line' end,
        r.academic_year, r.jenjang, new.amount, (new.at at time zone 'Asia/Jakarta')::date,
        case when new.amount < 0 or p.moved_from_id is not null or (p.bank_line_id is not null and exists (
            select from enrollment_invoice_payments former
            where former.bank_line_id = p.bank_line_id and former.verification_status = 'reversed'))
          then (new.at at time zone 'Asia/Jakarta')::date else p.payment_date end${value}
      from enrollment_invoice_payments p
      join enrollment_invoices i on i.id = p.enrollment_invoice_id
      join registrations r on r.id = i.registration_id
      where p.id = new.payment_id
      on conflict (id) do nothing;
    return null;
  end $$;`;

/**
 * The drawer at the counter: whose it is, what was in it first, what was counted, and who signed. Every booking of cash names the
 * drawer that it fell into; those before this release name none.
 *
 * Contracts: the check is of the new column alone, which a program of the release before leaves empty.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table drawers (
      id uuid primary key,
      person_id uuid not null,
      person_name text,
      person_role text not null,
      day date not null,
      -- Opened by the portal, for cash that comes while the school has no drawers.
      automatic boolean not null default false,
      float_amount bigint not null check (float_amount between 0 and 1000000000),
      state text not null default 'open' check (state in ('open', 'closed', 'signed')),
      -- The float and what fell in, when it was closed.
      expected bigint,
      counted bigint check (counted between 0 and 1000000000000),
      pieces jsonb,
      reason text check (length(reason) between 5 and 300),
      opened_at timestamptz not null,
      closed_at timestamptz,
      signed_by_id uuid,
      signed_by_name text,
      signed_by_role text,
      signed_at timestamptz,
      version integer not null default 1,
      constraint drawers_closed check ((state = 'open') = (closed_at is null)
        and num_nonnulls(closed_at, expected, counted) in (0, 3) and (closed_at is not null or num_nonnulls(pieces, reason) = 0)),
      constraint drawers_difference check (counted is not distinct from expected or reason is not null),
      constraint drawers_signed check ((state = 'signed') = (signed_at is not null)
        and (signed_at is null) = (signed_by_id is null) and signed_by_id is distinct from person_id)
    );
    create unique index drawers_open on drawers (person_id) where state = 'open' and not automatic;
    create unique index drawers_automatic on drawers (person_id, day) where state = 'open' and automatic;
    create index drawers_of_day on drawers (day);
    create index drawers_unsigned on drawers (opened_at) where state <> 'signed' and not automatic;

    -- A drawer goes from open to closed to signed, and what was written of it stays.
    create function drawer_moves() returns trigger language plpgsql as $$
    begin
      if (new.id, new.person_id, new.person_name, new.person_role, new.day, new.automatic, new.float_amount, new.opened_at)
          is distinct from (old.id, old.person_id, old.person_name, old.person_role, old.day, old.automatic, old.float_amount, old.opened_at)
        or (old.state, new.state) not in (('open', 'closed'), ('closed', 'signed')) or new.version <> old.version + 1
        or (old.state = 'closed' and (new.expected, new.counted, new.pieces, new.reason, new.closed_at)
          is distinct from (old.expected, old.counted, old.pieces, old.reason, old.closed_at))
      then raise exception 'a drawer does not change so'; end if;
      return new;
    end $$;
    create trigger drawers_move before update on drawers for each row execute function drawer_moves();
    create trigger drawers_stay before delete or truncate on drawers for each statement execute function rows_are_append_only();

    alter table invoice_ledger add column drawer_id uuid references drawers (id);
    alter table cash_bookings add column drawer_id uuid references drawers (id),
      add constraint cash_bookings_drawer check (drawer_id is null or method = 'cash') not valid;
    alter table cash_bookings validate constraint cash_bookings_drawer;
    create index cash_bookings_of_drawer on cash_bookings (drawer_id) where drawer_id is not null;

    -- The transaction holds the drawer's row, so that it is still open at the commit.
    create function drawer_takes() returns trigger language plpgsql as $$
    begin
      if not exists (select from drawers where id = new.drawer_id and state = 'open') then
        raise exception 'a drawer that is not open takes nothing';
      end if;
      return new;
    end $$;
    create trigger cash_bookings_open before insert on cash_bookings for each row when (new.drawer_id is not null)
      execute function drawer_takes();
    ${bookCash(', drawer_id', ', new.drawer_id')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${bookCash('', '')}
    drop trigger cash_bookings_open on cash_bookings;
    drop function drawer_takes;
    alter table cash_bookings drop column drawer_id;
    alter table invoice_ledger drop column drawer_id;
    drop table drawers;
    drop function drawer_moves;
  `);
}
