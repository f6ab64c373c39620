import type { Knex } from 'knex';

/** Several numbers of a counter in one call, counted one by one as before; returns the last one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function count_documents(of_kind text, of_year integer, amount integer) returns integer language plpgsql as $$
    declare counted integer;
    begin
      for step in 1..amount loop
        insert into document_counters as counter (kind, year, last) values (of_kind, of_year, 1)
          on conflict (kind, year) do update set last = counter.last + 1 returning last into counted;
      end loop;
      return counted;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function count_documents(text, integer, integer)');
}
