import { useListState } from './list-state.ts';
import type { Chosen, Filters } from './use-staff-list.ts';
import type { Filtered } from './viewed-list.ts';

/** What a list is that is read in one piece: the page filters and sorts it by itself. The first of `sorts` is the usual order. */
export type LocalList<F extends Filters, S extends string> = Omit<Filtered<F, S>, 'state'>;

/** A list with its types inferred. */
export const localList = <F extends Filters, const S extends string>(
  list: LocalList<F, S>,
): LocalList<F, S> => list;

/** Such a list with its filters and order, which are in the address as those of other lists. */
export function useLocalList<F extends Filters, S extends string>(list: LocalList<F, S>) {
  const { filters, ...state } = useListState({
    filters: list.filters,
    sorts: Object.keys(list.texts.sorts) as [S, ...S[]],
  });
  return { ...list, state: { ...state, filters: filters as Chosen<F> } };
}
