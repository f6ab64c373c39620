import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Pager } from '@gerbang/ui/pager';
import { SearchBox } from '@gerbang/ui/search-box';
import { Skeleton } from '@gerbang/ui/skeleton';
import { useCan } from '@gerbang/web-kit/abilities';
import { formatTime } from '@gerbang/web-kit/format';
import { LinkButton } from '@gerbang/web-kit/link-button';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useNavigate } from '@gerbang/web-kit/router';
import { useShortcuts } from '@gerbang/web-kit/shortcuts';
import { Megaphone, Plus, RefreshCw } from 'lucide-react';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { ActingDialogs, Conflict } from './acting-dialogs.tsx';
import { AnnouncementsFilters, AppliedFilters, Counters } from './announcements-filters.tsx';
import { AnnouncementsTable } from './announcements-table.tsx';
import { KEY, PAGE_SIZE, useAnnouncements, useCounts } from './announcements.api.ts';
import { listCopy as copy } from './announcements.copy.ts';
import { useActing } from './use-acting.ts';
import { useAnnouncementsPlace } from './use-announcements-place.ts';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
  }
`;

const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`;

/** /admin/announcements: every announcement, what waits first to be found, worked on in place (admission workflow §2). */
export function AnnouncementsPage() {
  const place = useAnnouncementsPlace();
  const list = useAnnouncements(place);
  const counts = useCounts(place);
  const client = useQueryClient();
  const navigate = useNavigate();
  const acting = useActing();
  const writes = useCan('announcements.write');
  const find = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => find.current?.focus() }, acting.asked === null);
  const rows = list.data?.rows ?? [];
  const filtered = Object.values(place.filters).some((value) => value !== null);

  const reload = () => {
    // A page of the list that is no more (an old address) would fail for ever.
    if (list.isError && place.cursor !== null) place.restart();
    void client.invalidateQueries({ queryKey: [KEY, 'page'] });
    void client.invalidateQueries({ queryKey: [KEY, 'counts'] });
  };

  return (
    <Column>
      <Conflict acting={acting} />
      <Counters place={place} counts={counts.data} />
      <Top>
        <SearchBox
          ref={find}
          label={copy.searchLabel}
          placeholder={copy.search}
          shortcut="/"
          onSearch={place.setSearch}
        />
        {writes ? (
          <LinkButton to="/admin/announcements/create">
            <Plus size={18} aria-hidden="true" />
            {copy.create}
          </LinkButton>
        ) : null}
      </Top>
      <AnnouncementsFilters place={place} />
      <AppliedFilters place={place} />
      <Line>
        <span role="status">{list.data ? copy.found(list.data.total) : ''}</span>
        <div>
          {list.dataUpdatedAt > 0 ? <span>{copy.dataAt(formatTime(list.dataUpdatedAt))} ·</span> : null}
          <Button
            small
            variant="ghost"
            icon={<RefreshCw size={16} aria-hidden="true" />}
            pending={list.isFetching && !list.isPending}
            onClick={reload}
          >
            {copy.reload}
          </Button>
        </div>
      </Line>
      {list.isError ? (
        <LoadFailed title={copy.loadFailed} retrying={list.isFetching} onRetry={reload} />
      ) : !list.data ? (
        <Card as="div">
          <Skeleton lines={8} label={copy.loading} />
        </Card>
      ) : rows.length === 0 ? (
        <Card as="div">
          <EmptyState
            icon={<Megaphone size={28} />}
            title={place.search !== '' ? copy.noMatch : filtered ? copy.noneInFilter : copy.empty}
          >
            {place.search === '' && !filtered && writes ? copy.emptyText : null}
          </EmptyState>
        </Card>
      ) : (
        <AnnouncementsTable
          rows={rows}
          acting={acting}
          onOpen={(row) => void navigate(`/announcement/${row.id}`)}
        />
      )}
      {list.data ? (
        <Pager
          label={copy.pages}
          page={place.page}
          pages={Math.ceil(list.data.total / PAGE_SIZE)}
          next={list.data.next}
          previous={list.data.prev}
          onTurn={(cursor, step) => place.turn(cursor, place.page + step)}
        />
      ) : null}
      <ActingDialogs acting={acting} />
    </Column>
  );
}
