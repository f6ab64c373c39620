import type { ListViewSettings } from '@gerbang/contracts/list-views';
import type { Column } from '@gerbang/ui/data-table';
// By the package's name: the shell shares the session with the remotes.
import { useSession } from '@gerbang/web-kit/session/session';
import { useState } from 'react';

/** The columns of a list as a person wants them. */
export type Layout = Pick<ListViewSettings, 'hidden' | 'widths'>;
export const USUAL_LAYOUT: Layout = { hidden: [], widths: {} };

const FACTORS = { narrow: 0.7, wide: 1.5 } as const;

/** Whether a column may be left out: not the one that names its row, and none of controls. */
export const isOptional = <Row>({ key, rowHeader, actions, corner }: Column<Row>): boolean =>
  !rowHeader && !actions && !corner && key !== 'actions';

/** The columns that the layout shows, in its widths. */
export function arranged<Row>(columns: readonly Column<Row>[], { hidden, widths }: Layout): Column<Row>[] {
  return columns
    .filter((column) => !(isOptional(column) && hidden.includes(column.key)))
    .map((column) => {
      const wanted = widths[column.key];
      if (!wanted || column.width === undefined) return column;
      return {
        ...column,
        width: column.width.replace(/^[\d.]+/u, (n) => String(Number(n) * FACTORS[wanted])),
      };
    });
}

function keptLayout(place: string): Layout {
  try {
    const { hidden, widths } = JSON.parse(localStorage.getItem(place) ?? '') as Layout;
    if (Array.isArray(hidden) && typeof widths === 'object' && widths !== null) return { hidden, widths };
  } catch {
    // Nothing kept, or not by this program.
  }
  return USUAL_LAYOUT;
}

/** The layout of a list, which this browser keeps for the person. */
export function useListLayout(key: string): readonly [Layout, (next: Layout) => void] {
  const place = `gerbang.list.${key}.${useSession().user?.id ?? ''}`;
  const [layout, setLayout] = useState(() => keptLayout(place));
  const keep = (next: Layout) => {
    setLayout(next);
    try {
      if (next === USUAL_LAYOUT) localStorage.removeItem(place);
      else localStorage.setItem(place, JSON.stringify(next));
    } catch {
      // Private window: it holds for this page.
    }
  };
  return [layout, keep];
}
