import type { Knex } from 'knex';

/**
 * What the provider hands over: one row a channel, day of the payments and day of the settlement, matched to one line of a
 * statement to the rupiah.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table pay_settlements (
      id uuid primary key,
      settled_on date not null,
      paid_on date not null,
      channel text not null check (channel in ('va', 'qris')),
      gross bigint not null,
      fee bigint not null check (fee >= 0),
      net bigint not null check (net > 0),
      requests integer not null check (requests >= 0),
      source text not null check (source in ('report', 'typed')),
      bank_line_id uuid unique references bank_lines (id),
      status text not null check (status in ('open', 'matched', 'differs')),
      note text check (length(note) <= 300),
      version integer not null default 1 check (version > 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint pay_settlements_once unique (channel, settled_on, paid_on),
      constraint pay_settlements_order check (paid_on <= settled_on),
      constraint pay_settlements_sum check (gross = fee + net),
      constraint pay_settlements_line check ((status = 'matched') = (bank_line_id is not null))
    );
    create index pay_settlements_by_day on pay_settlements (settled_on);
    create index pay_settlements_of_day on pay_settlements (paid_on, channel);
    create trigger pay_settlements_kept before delete or truncate on pay_settlements
      for each statement execute function rows_are_kept();
    create function pay_settlement_moves() returns trigger language plpgsql as $$
    begin
      if new.version <> old.version + 1 or old.status = 'matched'
        or (new.id, new.settled_on, new.paid_on, new.channel, new.source, new.created_at)
          is distinct from (old.id, old.settled_on, old.paid_on, old.channel, old.source, old.created_at)
        or ((new.fee, new.net) is distinct from (old.fee, old.net) and old.status <> 'differs') then
        raise exception 'this change of a settlement is not allowed' using errcode = 'insufficient_privilege';
      end if;
      return new;
    end $$;
    create trigger pay_settlements_move before update on pay_settlements
      for each row execute function pay_settlement_moves();
  `);
}

/** Only where no settlement was noted yet. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table pay_settlements; drop function pay_settlement_moves()');
}
