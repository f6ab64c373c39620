import { ANY_DAY } from '@gerbang/domain/day-limits';
import { Button } from '@gerbang/ui/button';
import { Select } from '@gerbang/ui/select';
import { SlidersHorizontal } from 'lucide-react';
import { Fragment, Suspense, useId, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import type { Filter, Filters } from './use-staff-list.ts';
import type { Filtered } from './viewed-list.ts';
import { AppliedFilters, FilterRow, SortFilter } from './list-filters.tsx';
import { SpanFilter } from './span-filter.tsx';
import { type Span, spanWords } from './span-words.ts';

const Foldable = styled(FilterRow)<{ $open: boolean }>`
  @media (max-width: 639.98px) {
    ${({ $open }) => ($open ? '' : 'display: none;')}
  }
`;

const Toggle = styled.div`
  width: 100%;
  @media (min-width: 640px) {
    display: none;
  }
`;

// Calendars weigh more than the rest of a list; those without a day to filter by do not load them.
const DayFilter = lazyPart(() => import('./day-filter.tsx').then((file) => file.DayFilter));

/** As high as a field with its label. */
const DayToCome = styled.div`
  min-height: 72px;
`;

/** The order, where the heads of the columns do not sort: on phones. */
const OnPhones = styled.div`
  @media (min-width: 640px) {
    display: none;
  }
`;

/** The filters as fields and the order, folded behind a button on phones. */
export function Fields<F extends Filters, S extends string>({
  list,
  fields,
  fold,
  wide = false,
  sortsByHead,
}: {
  list: Filtered<F, S>;
  /** The heads of the columns sort, too: the order is a field on phones alone. */
  sortsByHead: boolean;
  fields?: Readonly<Partial<Record<keyof F, ReactNode>>>;
  fold?: string;
  wide?: boolean;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { state, texts } = list;
  const sort = (
    <SortFilter compact={!wide} state={state} sorts={Object.keys(texts.sorts) as S[]} labels={texts.sorts} />
  );
  const inner = list.fields.map((name) => (
    <Fragment key={String(name)}>
      {name === 'sort' ? (
        sortsByHead ? (
          <OnPhones>{sort}</OnPhones>
        ) : (
          sort
        )
      ) : (
        (fields?.[name] ?? <Field list={list} compact={!wide} name={name as keyof F & string} />)
      )}
    </Fragment>
  ));
  if (fold === undefined) return <FilterRow $wide={wide}>{inner}</FilterRow>;
  return (
    <>
      <Toggle>
        <Button
          block
          variant="secondary"
          aria-expanded={open}
          aria-controls={id}
          icon={<SlidersHorizontal size={18} aria-hidden="true" />}
          onClick={() => setOpen(!open)}
        >
          {fold}
        </Button>
      </Toggle>
      <Foldable id={id} $open={open} $wide={wide}>
        {inner}
      </Foldable>
    </>
  );
}

/** Two days that are the ends of one span are one filter. */
const hasSpan = ({ from, to }: Filters): boolean => from?.field === 'day' && to?.field === 'day';
const spanOf = ({ from = null, to = null }: Readonly<Record<string, string | null>>): Span => ({ from, to });

function Field<F extends Filters, S extends string>({
  list: { filters, state },
  name,
  compact,
}: {
  list: Filtered<F, S>;
  compact: boolean;
  name: keyof F & string;
}) {
  const filter: Filter | undefined = filters[name];
  if (!filter) return null;
  if (hasSpan(filters) && (name === 'from' || name === 'to')) {
    return name === 'to' ? null : (
      <SpanFilter
        span={spanOf(state.filters)}
        onChange={(span) => state.setFilters(span as Parameters<typeof state.setFilters>[0])}
      />
    );
  }
  const value = state.filters[name] ?? '';
  const set = (text: string) => state.setFilter(name, text || null);
  return filter.field === 'day' ? (
    <Suspense fallback={<DayToCome />}>
      <DayFilter label={filter.label} limits={ANY_DAY} value={value} onChange={set} />
    </Suspense>
  ) : (
    <Select
      filters
      compact={compact}
      label={filter.label}
      placeholder={filter.every}
      value={value}
      options={(filter.values ?? []).map((one) => ({ value: one, label: filter.wordOf(one) }))}
      onChange={({ target }) => set(target.value)}
    />
  );
}

/** What is filtered by, as `Status: Lunas`, without what the name of the view says. */
export function Chips<F extends Filters, S extends string>({
  list: { filters, state, scope },
  named = {},
}: {
  list: Filtered<F, S>;
  named?: Readonly<Partial<Record<string, string>>> | undefined;
}) {
  const shown = Object.entries<Filter>(filters).filter(([name]) => name !== scope && !(name in named));
  const span = hasSpan(filters);
  const words = shown.map(([name, filter]) => {
    const value = state.filters[name];
    if (span && name === 'from') return [name, spanWords(spanOf(state.filters))] as const;
    if (span && name === 'to') return [name, null] as const;
    return [name, value && `${filter.label}: ${filter.wordOf(value)}`] as const;
  });
  const none = Object.fromEntries(shown.map(([name]) => [name, null]));
  return (
    <AppliedFilters
      state={{
        ...state,
        setFilter: (name, value) =>
          state.setFilters(
            (span && name === 'from' ? { from: null, to: null } : { [name]: value }) as Parameters<
              typeof state.setFilters
            >[0],
          ),
        clearFilters: () => state.setFilters(none as Parameters<typeof state.setFilters>[0]),
      }}
      words={Object.fromEntries(words) as Readonly<Partial<Record<keyof F & string, string>>>}
    />
  );
}
