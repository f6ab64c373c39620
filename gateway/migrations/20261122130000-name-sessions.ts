import type { Knex } from 'knex';

/** A public id, the last proof, device and network of each session; running sessions go on. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`alter table sessions
    add column id uuid not null default gen_random_uuid(),
    add column proven_at bigint,
    add column must_add_factor boolean not null default false,
    add column device text,
    add column network text`);
  // A login is a proof.
  await knex.raw('update sessions set proven_at = created_at');
  // The default serves gateways of the release before, which run on until they are replaced.
  await knex.raw(
    'alter table sessions alter column proven_at set default extract(epoch from now()) * 1000, alter column proven_at set not null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table sessions
    drop column id, drop column proven_at, drop column must_add_factor, drop column device, drop column network`);
}
