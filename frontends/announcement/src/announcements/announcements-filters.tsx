import { announcementTone } from '@gerbang/domain/announcement-tones';
import {
  ANNOUNCEMENT_LABELS,
  ANNOUNCEMENT_STATUSES,
  announcementActions,
  type AnnouncementStatus,
} from '@gerbang/domain/announcements';
import { JENJANG } from '@gerbang/domain/levels';
import { FilterChips } from '@gerbang/ui/filter-chips';
import { Select } from '@gerbang/ui/select';
import { StatCards } from '@gerbang/ui/stat-cards';
import { useSession } from '@gerbang/web-kit/session';
import { styled } from 'styled-components';
import { listCopy as copy } from './announcements.copy.ts';
import { SORTS, type AnnouncementsPlace } from './use-announcements-place.ts';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  > div {
    flex: 1 1 150px;
    max-width: 280px;
  }
  @media (max-width: 639.98px) {
    > div {
      flex-basis: calc(50% - 6px);
      max-width: none;
    }
  }
`;

/** How many there are in each state; each count is the filter for it, marked where it waits for this role. */
export function Counters({
  place,
  counts,
}: {
  place: AnnouncementsPlace;
  counts: Readonly<Record<AnnouncementStatus, number>> | undefined;
}) {
  const { user } = useSession();
  if (!user) return null;
  const caller = { role: user.role, author: false, fourEyes: true };
  return (
    <StatCards
      label={copy.counters}
      value={place.filters.status}
      onChange={(status) => place.setFilter('status', status)}
      cards={ANNOUNCEMENT_STATUSES.map((status) => ({
        key: status,
        label: ANNOUNCEMENT_LABELS[status],
        tone: announcementTone(status, announcementActions(status, caller)),
        count: counts ? counts[status] : null,
      }))}
    />
  );
}

/** The specified filters, and the order. */
export function AnnouncementsFilters({ place }: { place: AnnouncementsPlace }) {
  const { filters } = place;
  return (
    <Row>
      <Select
        label={copy.levelFilter}
        placeholder={copy.everyLevel}
        value={filters.jenjang ?? ''}
        options={JENJANG.map((jenjang) => ({ value: jenjang, label: jenjang }))}
        onChange={({ target }) => place.setFilter('jenjang', target.value || null)}
      />
      <Select
        label={copy.statusFilter}
        placeholder={copy.everyStatus}
        value={filters.status ?? ''}
        options={ANNOUNCEMENT_STATUSES.map((status) => ({
          value: status,
          label: ANNOUNCEMENT_LABELS[status],
        }))}
        onChange={({ target }) => place.setFilter('status', target.value || null)}
      />
      <Select
        label={copy.sort}
        value={place.sort}
        options={SORTS.map((sort) => ({ value: sort, label: copy.sorts[sort] }))}
        onChange={({ target }) => {
          const sort = SORTS.find((one) => one === target.value);
          if (sort) place.setSort(sort);
        }}
      />
    </Row>
  );
}

/** What is filtered by, each with its cross, and one 'Hapus saringan'. */
export function AppliedFilters({ place }: { place: AnnouncementsPlace }) {
  const { filters } = place;
  const status = ANNOUNCEMENT_STATUSES.find((one) => one === filters.status);
  const words = {
    jenjang: filters.jenjang && copy.chip(copy.levelFilter, filters.jenjang),
    status: status && copy.chip(copy.statusFilter, ANNOUNCEMENT_LABELS[status]),
  };
  return (
    <FilterChips
      label={copy.chips}
      chips={(['jenjang', 'status'] as const).flatMap((name) => {
        const label = words[name];
        return label ? [{ key: name, label, onRemove: () => place.setFilter(name, null) }] : [];
      })}
      removeLabel={copy.removeChip}
      clearLabel={copy.clear}
      onClear={place.clearFilters}
    />
  );
}
