import type { Knex } from 'knex';

/** Codes are counted by the number and by the address of the caller too; of the address a keyed hash is kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table contact_phone_codes add column address_key text not null default '';
    create index contact_phone_codes_of_phone on contact_phone_codes (phone, created_at);
    create index contact_phone_codes_of_address on contact_phone_codes (address_key, created_at);
    create index contact_phone_codes_age on contact_phone_codes (created_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index contact_phone_codes_of_phone, contact_phone_codes_of_address, contact_phone_codes_age;
    alter table contact_phone_codes drop column address_key;
  `);
}
