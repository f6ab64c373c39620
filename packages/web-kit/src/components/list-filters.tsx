import { FilterChips } from '@gerbang/ui/filter-chips';
import { Select } from '@gerbang/ui/select';
import { css, styled } from 'styled-components';

const copy = {
  sort: 'Urutkan',
  chips: 'Saringan yang dipakai',
  remove: (chip: string) => `Hapus saringan ${chip}`,
  clear: 'Hapus saringan',
} as const;

const twoOnPhones = css`
  > div:has([role='group']) {
    flex-basis: 220px;
  }
  @media (max-width: 639.98px) {
    > div {
      flex-basis: calc(50% - 6px);
      min-width: 0;
      max-width: none;
    }
    /* A day with its calendar needs the whole width. */
    > div:has([role='group']) {
      flex-basis: 100%;
    }
  }
`;

/** Filters beside each other; two a line on phones, or with `$wide` one. */
export const FilterRow = styled.div<{ $wide?: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  > div {
    flex: 1 1 ${({ $wide }) => ($wide ? 220 : 150)}px;
    max-width: 280px;
  }
  ${({ $wide }) => ($wide ? '' : twoOnPhones)}
`;

/** The order of a list. */
export function SortFilter<S extends string>({
  state,
  sorts,
  labels,
}: {
  state: { readonly sort: S; readonly setSort: (sort: S) => void };
  sorts: readonly S[];
  labels: Readonly<Record<S, string>>;
}) {
  return (
    <Select
      label={copy.sort}
      value={state.sort}
      options={sorts.map((sort) => ({ value: sort, label: labels[sort] }))}
      onChange={({ target }) => {
        const sort = sorts.find((one) => one === target.value);
        if (sort) state.setSort(sort);
      }}
    />
  );
}

/** The filters that are set, such as `Status: Lunas`, each with a button to remove it, and 'Hapus saringan'. */
export function AppliedFilters<F extends string>({
  state,
  words,
}: {
  state: {
    readonly setFilter: (name: F, value: string | null) => void;
    readonly clearFilters: () => void;
  };
  words: Readonly<Partial<Record<F, string | null | undefined>>>;
}) {
  const names = Object.keys(words) as F[];
  return (
    <FilterChips
      label={copy.chips}
      chips={names.flatMap((name) => {
        const label = words[name];
        return label ? [{ key: name, label, onRemove: () => state.setFilter(name, null) }] : [];
      })}
      removeLabel={copy.remove}
      clearLabel={copy.clear}
      onClear={state.clearFilters}
    />
  );
}
