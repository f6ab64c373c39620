import type { Knex } from 'knex';
import type { Database } from '../data/database.ts';
import { statementsOf } from '../data/statements.ts';
import { type List, type Slice, sliceQuery } from './paging.ts';

/** Sizes of a page that screens ask for; statements of others are not kept. */
const USUAL_LIMITS = new Set([10, 50]);

/**
 * For `slice` of a list of the staff: reads the usual slices (default order, a screen's size) by statements that are
 * planned once, since planning a join takes as long as reading it. `states` are chosen from a few and stand in the
 * statement; `values` may be any text and are its parameters, which `rows` gets. Null for other slices.
 */
export function plannedSlices<Row extends { readonly id: string }>(database: Database, name: string) {
  const statements = statementsOf<Row>(database, name);
  return <V extends Readonly<Record<string, string>>>(
    list: Pick<List<Row, unknown>, 'table' | 'keys' | 'defaultSort'>,
    part: Slice,
    states: object,
    values: V,
    rows: (values: V) => Knex.QueryBuilder,
  ): Promise<Row[]> | null => {
    // A page is read with one row more.
    if (part.sort !== list.defaultSort || !USUAL_LIMITS.has(part.limit - 1)) return null;
    const { id, direction = 'first' } = part.from ?? {};
    const shape = [part.limit, direction, JSON.stringify(states), ...Object.keys(values)].join(' ');
    return statements(shape, { ...values, ...(id && { cursor: id }) }, ({ cursor = '', ...given }) =>
      sliceQuery(
        { ...list, rows: () => rows(given as unknown as V) },
        { ...part, ...(part.from && { from: { ...part.from, id: cursor } }) },
      ),
    );
  };
}
