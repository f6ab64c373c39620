import type { Knex } from 'knex';
import type { Database } from '../data/database.ts';
import { statementsOf } from '../data/statements.ts';
import { type List, type Slice, sliceQuery } from './paging.ts';

/** Sizes of a page that screens ask for; statements of others are not kept. */
const USUAL_LIMITS = new Set([10, 50]);

/**
 * For `slice` of a list of the staff: reads the usual slices (default order, a screen's size) by statements that are
 * planned once, since planning a join takes as long as reading it. `states` are chosen from a few and stand in the
 * statement; `values` may be any text and are its parameters, which `rows` gets with the slice. Null for other slices.
 */
export function plannedSlices<Row extends { readonly id: string }>(database: Database, name: string) {
  const statements = statementsOf<Row>(database, name);
  return <V extends Readonly<Record<string, string>>>(
    list: Pick<List<Row, unknown>, 'table' | 'keys' | 'defaultSort'>,
    part: Slice,
    states: object,
    values: V,
    rows: (values: V, part: Slice) => Knex.QueryBuilder,
  ): Promise<Row[]> | null => {
    // A page is read with one row more.
    if (part.sort !== list.defaultSort || !USUAL_LIMITS.has(part.limit - 1)) return null;
    const { id, direction = 'first' } = part.from ?? {};
    const shape = [part.limit, direction, JSON.stringify(states), ...Object.keys(values)].join(' ');
    return statements(shape, { ...values, ...(id && { cursor: id }) }, ({ cursor = '', ...given }) => {
      const at = { ...part, ...(part.from && { from: { ...part.from, id: cursor } }) };
      return sliceQuery({ ...list, rows: () => rows(given as unknown as V, at) }, at);
    });
  };
}

/**
 * For `slice` of a list with filters of any kind: chooses the ids by `chosen`, a query of the list's table without joins, and
 * reads their rows by one statement that is planned once. `rows` gets them all, of which `table` is the list's.
 */
export function slicesById<Row extends { readonly id: string }>(
  database: Database,
  name: string,
  rows: () => Knex.QueryBuilder,
) {
  const statements = statementsOf<Row>(database, `${name} by id`);
  return async (
    list: Pick<List<Row, unknown>, 'table' | 'keys'>,
    part: Slice,
    chosen: () => Knex.QueryBuilder,
  ): Promise<Row[]> => {
    const id = `${list.table}.id`;
    const found: { id: string }[] = await sliceQuery({ ...list, rows: () => chosen().select(id) }, part);
    if (found.length === 0) return [];
    const ids = found.map((one) => one.id);
    const read = await statements('', { ids: `{${ids.join(',')}}` }, (values) =>
      rows().whereRaw(`${id} = any(?::uuid[])`, [values.ids]),
    );
    const byId = new Map(read?.map((row) => [row.id, row]));
    // One that changed between the two reads may be gone.
    return ids.flatMap((one) => byId.get(one) ?? []);
  };
}
