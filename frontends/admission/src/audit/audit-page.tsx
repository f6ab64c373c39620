import type { AuditCall } from '@gerbang/contracts/audit';
import { DatePicker } from '@gerbang/ui/date-picker';
import { Select } from '@gerbang/ui/select';
import { callPage } from '@gerbang/web-kit/client';
import { formatDayText } from '@gerbang/web-kit/format';
import { AppliedFilters, SortFilter } from '@gerbang/web-kit/components/list-filters';
import { ListFrame } from '@gerbang/web-kit/components/list-frame';
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
  const words = {
    action: filters.action && copy.chip(copy.action, actions[filters.action] ?? filters.action),
    from: filters.from && copy.chip(copy.from, formatDayText(filters.from)),
    to: filters.to && copy.chip(copy.to, formatDayText(filters.to)),
    subject_id: filters.subject_id && copy.chip(copy.subject, filters.subject_id),
    actor_id: filters.actor_id && copy.chip(copy.actor, filters.actor_id),
  };

  return (
    <ListFrame
      list={list}
      place={place}
      pageSize={PAGE_SIZE}
      texts={copy}
      icon={<ScrollText size={28} />}
      onReload={() => void list.refetch()}
      filters={
        <>
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
            <SortFilter place={place} sorts={SORTS} labels={copy.sorts} />
          </Row>
          <AppliedFilters
            place={{
              ...place,
              // The trail is a choice between lists, not a filter of one.
              clearFilters: () =>
                place.setFilters({ action: null, from: null, to: null, subject_id: null, actor_id: null }),
            }}
            words={words}
          />
        </>
      }
    >
      {(rows) => (
        <AuditTable rows={rows} actions={actions} onSubject={(id) => place.setFilter('subject_id', id)} />
      )}
    </ListFrame>
  );
}
