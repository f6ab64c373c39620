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
  @media (max-width: 639.98px) {
    > div {
      width: calc(50% - 4px);
    }
    /* A day with its calendar needs the whole width. */
    > div:has([role='group']),
    > div:only-child {
      width: 100%;
    }
  }
`;

/** Filters beside each other; two a line on phones, or with `$wide` one. */
export const FilterRow = styled.div<{ $wide?: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 8px;
  ${({ $wide }) => ($wide ? 'flex: 1 1 auto;' : '')}
  > div {
    ${({ $wide }) => ($wide ? 'flex: 1 1 220px; @media (min-width: 640px) { max-width: 280px; }' : 'width: clamp(128px, 14.5cqi, 168px);')}
  }
  /* A day with its calendar is wider than a choice. */
  > div:has([role='group']) {
    ${({ $wide }) => ($wide ? '' : 'width: 212px;')}
  }
  ${({ $wide }) => ($wide ? '' : twoOnPhones)}
  @media (max-width: 639.98px) {
    &:has(> div:only-child) {
      flex: 1 1 100%;
    }
  }
`;

/** The order of a list. */
export function SortFilter<S extends string>({
  state,
  sorts,
  labels,
  compact = false,
}: {
  state: { readonly sort: S; readonly setSort: (sort: S) => void };
  sorts: readonly S[];
  labels: Readonly<Record<S, string>>;
  /** Without a visible label. */
  compact?: boolean;
}) {
  return (
    <Select
      filters
      compact={compact}
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
