import type { Knex } from 'knex';

/** Nur'aini, Nur’aini and Nuraini are one name to the people who look for it: the text that is searched holds no apostrophe. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function search_without_apostrophes() returns trigger language plpgsql as $$
    begin
      new.search_text = translate(new.search_text, U&'''\\2018\\2019\\201B\\0060\\00B4\\02B9\\02BB\\02BC\\02BD\\02BE\\02BF\\2032', '');
      return new;
    end $$;
    create trigger search_without_apostrophes before insert or update on registration_search
      for each row execute function search_without_apostrophes();
    update registration_search set search_text = search_text where search_text ~ U&'[''\\2018\\2019\\201B\\0060\\00B4\\02B9\\02BB-\\02BF\\2032]';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger search_without_apostrophes on registration_search;
    drop function search_without_apostrophes();
  `);
}
