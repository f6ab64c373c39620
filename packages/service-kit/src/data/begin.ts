import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';

/**
 * The first migration of a service: runs `begin.sql` of its folder, which holds the whole schema as it was before the first
 * release. Later migrations change it step by step.
 */
export function beginIn(folder: string): Record<'up' | 'down', (knex: Knex) => Promise<void>> {
  return {
    async up(knex) {
      // Knex takes a bare question mark for a value.
      await knex.raw(readFileSync(join(folder, 'begin.sql'), 'utf8').replaceAll('?', String.raw`\?`));
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
          for made in select p.oid from pg_proc p where pronamespace = 'public'::regnamespace
              and not exists (select from pg_depend where objid = p.oid and deptype = 'e') loop
            execute format('drop function if exists %s cascade', made);
          end loop;
        end $$`);
    },
  };
}
