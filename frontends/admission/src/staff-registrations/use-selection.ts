import type { StaffRegistrationRow } from '@gerbang/contracts/admission.types';
import { useState } from 'react';

type Rows = ReadonlyMap<string, StaffRegistrationRow>;

const NONE: Rows = new Map();

/** The chosen rows, also across pages; another search or filter begins anew, so that nothing unseen is worked on. */
export function useSelection(scope: string, page: readonly StaffRegistrationRow[]) {
  const [kept, setKept] = useState<{ scope: string; rows: Rows }>({ scope, rows: NONE });
  const rows = kept.scope === scope ? kept.rows : NONE;
  const change = (work: (next: Map<string, StaffRegistrationRow>) => void) => {
    const next = new Map(rows);
    work(next);
    setKept({ scope, rows: next });
  };
  const here = page.filter((row) => rows.has(row.id)).length;
  return {
    size: rows.size,
    has: (id: string) => rows.has(id),
    /** As the list shows them now, where it does. */
    rows: [...rows.values()].map((row) => page.find(({ id }) => id === row.id) ?? row),
    all: page.length > 0 && here === page.length,
    some: here > 0 && here < page.length,
    toggle: (row: StaffRegistrationRow) =>
      change((next) => (next.has(row.id) ? next.delete(row.id) : next.set(row.id, row))),
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
    clear: () => setKept({ scope, rows: NONE }),
  };
}

export type Selection = ReturnType<typeof useSelection>;
