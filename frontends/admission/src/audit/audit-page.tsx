import type { AuditCall } from '@gerbang/contracts/audit';
import { Card } from '@gerbang/ui/card';
import { DatePicker } from '@gerbang/ui/date-picker';
import { EmptyState } from '@gerbang/ui/empty-state';
import { FilterChips } from '@gerbang/ui/filter-chips';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Pager } from '@gerbang/ui/pager';
import { SearchBox } from '@gerbang/ui/search-box';
import { Select } from '@gerbang/ui/select';
import { Skeleton } from '@gerbang/ui/skeleton';
import { callPage } from '@gerbang/web-kit/client';
import { formatDayText } from '@gerbang/web-kit/format';
import { useListPlace } from '@gerbang/web-kit/list-place';
import { useQuery } from '@gerbang/web-kit/query-client';
import { ScrollText } from 'lucide-react';
import { styled } from 'styled-components';
import { AuditTable } from './audit-table.tsx';
import { actionsOf, AREA_NAMES, AREAS, auditCopy as copy } from './audit.copy.ts';

const PAGE_SIZE = 25;
const SORTS = ['-at', 'at'] as const;
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/u.test(text);
const isId = (text: string) => /^[0-9a-f-]{36}$/u.test(text);
const isArea = (text: string) => AREA_NAMES.some((name) => name === text);
const FILTERS = {
  area: isArea,
  action: (text: string) => /^[a-z_]+(?:\.[a-z_]+)?$/u.test(text),
  from: isDay,
  to: isDay,
  subject_id: isId,
  actor_id: isId,
};

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  > div {
    flex: 1 1 220px;
    max-width: 280px;
  }
`;

/** /admin/audit: who did what to which record, and when (decisions, Everywhere). */
export function AuditPage() {
  const place = useListPlace({ filters: FILTERS, sorts: SORTS });
  const { filters } = place;
  const area = AREA_NAMES.find((name) => name === filters.area) ?? 'penerimaan';
  const { path } = AREAS[area];
  const actions = actionsOf(area);
  const query = {
    search: place.search || undefined,
    action: filters.action ?? undefined,
    from: filters.from ?? undefined,
    to: filters.to ?? undefined,
    subject_id: filters.subject_id ?? undefined,
    actor_id: filters.actor_id ?? undefined,
    sort: place.sort === '-at' ? undefined : place.sort,
    limit: String(PAGE_SIZE),
    cursor: place.cursor ?? undefined,
  };
  const list = useQuery({
    queryKey: ['audit', path, query],
    queryFn: ({ signal }) => callPage<AuditCall>(path, { signal, query }),
    // Rows of one trail do not stand in for another's.
    placeholderData: (before, last) => (last?.queryKey[1] === path ? before : undefined),
  });
  const retry = () => {
    if (place.cursor === null) void list.refetch();
    else place.restart(); // a page of an old address is no more
  };
  const words = {
    action: filters.action && copy.chip(copy.action, actions[filters.action] ?? filters.action),
    from: filters.from && copy.chip(copy.from, formatDayText(filters.from)),
    to: filters.to && copy.chip(copy.to, formatDayText(filters.to)),
    subject_id: filters.subject_id && copy.chip(copy.subject, filters.subject_id),
    actor_id: filters.actor_id && copy.chip(copy.actor, filters.actor_id),
  };

  return (
    <Column>
      <SearchBox label={copy.searchLabel} placeholder={copy.search} onSearch={place.setSearch} />
      <Row>
        <Select
          label={copy.area}
          value={area}
          options={AREA_NAMES.map((name) => ({ value: name, label: AREAS[name].label }))}
          onChange={({ target }) =>
            place.setFilters({
              area: target.value === AREA_NAMES[0] ? null : target.value,
              action: null,
              subject_id: null,
            })
          }
        />
        <Select
          label={copy.action}
          placeholder={copy.everyAction}
          value={filters.action ?? ''}
          options={Object.entries(actions).map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => place.setFilter('action', target.value || null)}
        />
        <DatePicker
          label={copy.from}
          optional
          value={filters.from ?? ''}
          onChange={(day) => place.setFilter('from', day || null)}
        />
        <DatePicker
          label={copy.to}
          optional
          value={filters.to ?? ''}
          onChange={(day) => place.setFilter('to', day || null)}
        />
        <Select
          label={copy.sort}
          value={place.sort}
          options={SORTS.map((sort) => ({ value: sort, label: copy.sorts[sort] }))}
          onChange={({ target }) => place.setSort(target.value === 'at' ? 'at' : '-at')}
        />
      </Row>
      <FilterChips
        label={copy.chips}
        chips={(Object.keys(words) as (keyof typeof words)[]).flatMap((name) => {
          const label = words[name];
          return label ? [{ key: name, label, onRemove: () => place.setFilter(name, null) }] : [];
        })}
        removeLabel={copy.removeChip}
        clearLabel={copy.clear}
        onClear={() =>
          place.setFilters({ action: null, from: null, to: null, subject_id: null, actor_id: null })
        }
      />
      {list.isError ? (
        <LoadFailed title={copy.loadFailed} retrying={list.isFetching} onRetry={retry} />
      ) : !list.data ? (
        <Card as="div">
          <Skeleton lines={8} label={copy.loading} />
        </Card>
      ) : (
        <>
          <span role="status">{copy.found(list.data.total)}</span>
          {list.data.rows.length === 0 ? (
            <Card as="div">
              <EmptyState icon={<ScrollText size={28} />} title={copy.empty} />
            </Card>
          ) : (
            <AuditTable
              rows={list.data.rows}
              actions={actions}
              onSubject={(id) => place.setFilter('subject_id', id)}
            />
          )}
          <Pager
            label={copy.pages}
            page={place.page}
            pages={Math.ceil(list.data.total / PAGE_SIZE)}
            next={list.data.next}
            previous={list.data.prev}
            onTurn={(cursor, step) => place.turn(cursor, place.page + step)}
          />
        </>
      )}
    </Column>
  );
}
