import type { Knex } from 'knex';

/** A family's dashboard says which documents to send: a change of one empties the stored answer, as other changes do. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function note_child_documents() returns trigger language plpgsql as $$
    declare
      one child_documents;
    begin
      if tg_op = 'DELETE' then one := old; else one := new; end if;
      perform note_family((select p.user_id from children c join parents p on p.id = c.parent_id where c.id = one.child_id));
      return null;
    end $$;
    create constraint trigger child_documents_on_dashboard after insert or update or delete on child_documents
      deferrable initially deferred for each row execute function note_child_documents();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger child_documents_on_dashboard on child_documents;
    drop function note_child_documents();
  `);
}
