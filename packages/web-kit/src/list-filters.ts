/** Boxes and chips above a list: level, order, and what is filtered by. */
export { AppliedFilters, FilterRow, LevelFilter, SortFilter } from './list-filters.view.tsx';
