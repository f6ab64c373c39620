import type { ListViewSettings } from '@gerbang/contracts/list-views';
import type { Column } from '@gerbang/ui/data-table';
import type { Layout } from './list-layout.ts';
import type { Filters, UsedList } from './use-staff-list.ts';

/** What the fields, the chips and the saved views of a list work with. */
export type Filtered<F extends Filters, S extends string> = Pick<
  UsedList<unknown, F, S>,
  'key' | 'filters' | 'fields' | 'scope' | 'state'
> & { readonly texts: { readonly sorts: Readonly<Record<S, string>> } };

/** What the views of a list work with. */
export interface Viewed {
  readonly list: Pick<Filtered<Filters, string>, 'key' | 'filters' | 'state' | 'texts'>;
  /** The columns that could be shown. */
  readonly columns: readonly Pick<Column<never>, 'key' | 'header' | 'width'>[];
  readonly layout: Layout;
  readonly onLayout: (next: Layout) => void;
}

/** What a view may keep of a filter; an id is longer, so that no view names a family. */
const KEPT = /^[A-Za-z0-9][\w./-]{0,29}$/u;

/** The list as it is shown, as a view keeps it. */
export function settingsOf({ list: { state }, layout }: Viewed): ListViewSettings {
  const filters = Object.entries(state.filters).flatMap(([name, value]) =>
    value !== null && KEPT.test(value) ? [[name, value] as const] : [],
  );
  return { filters: Object.fromEntries(filters), sort: state.sort, ...layout };
}
