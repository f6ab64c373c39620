import type { Knex } from 'knex';
import type { SchemaClasses } from '../data/data-classes.ts';

const MARK = 'UJIKENARI';
const CHECK_VIOLATION = '23514';

interface TextColumn {
  readonly table: string;
  readonly name: string;
  readonly json: boolean;
  /** Its rows go with the rows that they belong to. */
  readonly falls: boolean;
}

/** Every text and JSON column that holds data of people; a check that lists its values or names their form leaves no room for a text. */
async function textColumns(knex: Knex, classes: SchemaClasses): Promise<readonly TextColumn[]> {
  const { rows } = await knex.raw(
    `select c.relname as table, a.attname as name, a.atttypid = 'jsonb'::regtype as json,
       exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confdeltype = 'c') as falls
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.atttypid in ('text'::regtype, 'jsonb'::regtype)
       and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
         and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ '= ANY|~ ')
     order by 1, 2`,
  );
  return (rows as TextColumn[]).filter(({ table, name }) => {
    const { sealed = [], specific = [], personal = [] } = classes[table] ?? {};
    return [...sealed, ...specific, ...personal].includes(name);
  });
}

const named = ({ table, name }: TextColumn): string => `${table}.${name}`;

/** Writes a mark into a column of all rows, or of those that hold a value where a check wants the others empty. */
async function plant(trx: Knex.Transaction, { table, name, json }: TextColumn): Promise<boolean> {
  const value = json
    ? `case jsonb_typeof(??) when 'array' then ?? || '["${MARK}"]' else coalesce(??, '{}') || '{"mark": "${MARK}"}' end`
    : `'${MARK} menulis ini ' || translate(ctid::text, '(,)', '')`;
  const bindings = [table, name, ...(json ? [name, name, name] : [])];
  for (const where of ['true', '?? is not null']) {
    try {
      const { rowCount } = await trx.transaction((inner) =>
        inner.raw(
          `update ?? set ?? = ${value} where ${where}`,
          where === 'true' ? bindings : [...bindings, name],
        ),
      );
      return Number(rowCount) > 0;
    } catch (error) {
      if ((error as { code?: string }).code !== CHECK_VIOLATION) throw error;
    }
  }
  return false;
}

/**
 * Plants a mark in every column that may hold texts of people, past all triggers, in a database that holds one family. Returns
 * the columns without a row that takes one, unless such rows fall with others: the suite has to make one, or to say why none is needed.
 */
export async function plantMarks(
  knex: Knex,
  classes: SchemaClasses,
  except: readonly string[],
): Promise<string[]> {
  const columns = (await textColumns(knex, classes)).filter((column) => !except.includes(named(column)));
  return knex.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    const without: string[] = [];
    for (const column of columns)
      if (!(await plant(trx, column)) && !column.falls) without.push(named(column));
    return without;
  });
}

/** The columns, of any class and table, in which a planted mark is left. */
export async function leftMarks(knex: Knex): Promise<string[]> {
  const { rows: tables } = await knex.raw(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const left: string[] = [];
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await knex.raw(
      `select distinct c.key from ?? t, jsonb_each_text(to_jsonb(t)) c where c.value ilike ? order by 1`,
      [name, `%${MARK}%`],
    );
    left.push(...(rows as { key: string }[]).map(({ key }) => `${name}.${key}`));
  }
  return left;
}
