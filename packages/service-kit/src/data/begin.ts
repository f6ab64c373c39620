import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';

/** Tables of the kit: `kit` of every service, `trail` with the functions by which its rows stay as they are, `actors` for the search in it. */
type Tables = 'kit' | 'trail' | 'actors';

// Functions name tables that follow.
const sqlOf = (file: string): string =>
  `set local check_function_bodies = off;\n${readFileSync(file, 'utf8')}`;

/** Makes tables of the kit. */
export const makeTables = (knex: Knex, name: Tables): Promise<unknown> =>
  knex.raw(sqlOf(join(import.meta.dirname, `tables/${name}.sql`)));

/**
 * The first migration of a service: makes these tables of the kit and runs `begin.sql` of its folder, which hold the whole
 * schema as it was before the first release. Later migrations change it step by step.
 */
export function beginIn(
  folder: string,
  ...tables: readonly Tables[]
): Record<'up' | 'down', (knex: Knex) => Promise<void>> {
  return {
    async up(knex) {
      for (const name of tables) await makeTables(knex, name);
      // Knex takes a bare question mark for a value.
      await knex.raw(sqlOf(join(folder, 'begin.sql')).replaceAll('?', String.raw`\?`));
    },
    /** Leaves what the migrations themselves need, and extensions. */
    async down(knex) {
      await knex.raw(`do $$
        declare
          one regclass;
          made regprocedure;
        begin
          for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
              and relname not like 'migrations%' loop
            execute format('drop table if exists %s cascade', one);
          end loop;
          for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
              and relname not like 'migrations%' loop
            execute format('drop sequence %s', one);
          end loop;
          for made in select p.oid from pg_proc p where pronamespace = 'public'::regnamespace
              and not exists (select from pg_depend where objid = p.oid and deptype = 'e') loop
            execute format('drop function if exists %s cascade', made);
          end loop;
        end $$`);
    },
  };
}
