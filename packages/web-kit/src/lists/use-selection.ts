import { useState } from 'react';

/**
 * The ticked rows, across pages too. Another `scope` (search and filters) starts empty, so that nothing is done with rows
 * that are out of sight. `page` holds the rows that are shown now.
 */
export function useSelection<Row extends { readonly id: string }>(scope: string, page: readonly Row[]) {
  const [kept, setKept] = useState<{ scope: string; rows: ReadonlyMap<string, Row> }>({
    scope,
    rows: new Map(),
  });
  const rows = kept.scope === scope ? kept.rows : new Map<string, Row>();
  const change = (work: (next: Map<string, Row>) => void) => {
    const next = new Map(rows);
    work(next);
    setKept({ scope, rows: next });
  };
  const here = page.filter((row) => rows.has(row.id)).length;
  return {
    size: rows.size,
    has: (row: Row) => rows.has(row.id),
    /** In their newest state, where the list shows them. */
    rows: [...rows.values()].map((row) => page.find(({ id }) => id === row.id) ?? row),
    all: page.length > 0 && here === page.length,
    some: here > 0 && here < page.length,
    toggle: (row: Row) => change((next) => (next.has(row.id) ? next.delete(row.id) : next.set(row.id, row))),
    togglePage: () =>
      change((next) => {
        for (const row of page) {
          if (here === page.length) next.delete(row.id);
          else next.set(row.id, row);
        }
      }),
    drop: (ids: readonly string[]) =>
      change((next) => {
        for (const id of ids) next.delete(id);
      }),
    clear: () => setKept({ scope, rows: new Map() }),
  };
}

export type Selection<Row extends { readonly id: string }> = ReturnType<typeof useSelection<Row>>;
