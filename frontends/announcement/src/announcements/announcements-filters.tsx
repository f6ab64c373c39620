import { announcementTone } from '@gerbang/domain/announcement-tones';
import {
  ANNOUNCEMENT_LABELS,
  ANNOUNCEMENT_STATUSES,
  announcementActions,
  type AnnouncementStatus,
} from '@gerbang/domain/announcements';
import { Select } from '@gerbang/ui/select';
import { StatCards } from '@gerbang/ui/stat-cards';
import { AppliedFilters, FilterRow, LevelFilter, SortFilter } from '@gerbang/web-kit/components/list-filters';
import { useSession } from '@gerbang/web-kit/session';
import { listCopy as copy } from './announcements.copy.ts';
import { SORTS, type AnnouncementsPlace } from './use-announcements-place.ts';

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

/** The specified filters, the order, and what is filtered by. */
export function AnnouncementsFilters({ place }: { place: AnnouncementsPlace }) {
  const { filters } = place;
  const status = ANNOUNCEMENT_STATUSES.find((one) => one === filters.status);
  return (
    <>
      <FilterRow>
        <LevelFilter value={filters.jenjang} onChange={(jenjang) => place.setFilter('jenjang', jenjang)} />
        <Select
          label={copy.statusFilter}
          placeholder={copy.everyStatus}
          value={filters.status ?? ''}
          options={ANNOUNCEMENT_STATUSES.map((one) => ({ value: one, label: ANNOUNCEMENT_LABELS[one] }))}
          onChange={({ target }) => place.setFilter('status', target.value || null)}
        />
        <SortFilter state={place} sorts={SORTS} labels={copy.sorts} />
      </FilterRow>
      <AppliedFilters
        state={place}
        words={{
          jenjang: filters.jenjang && copy.chip(copy.levelFilter, filters.jenjang),
          status: status && copy.chip(copy.statusFilter, ANNOUNCEMENT_LABELS[status]),
        }}
      />
    </>
  );
}
