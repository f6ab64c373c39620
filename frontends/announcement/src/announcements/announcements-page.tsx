import { useCan } from '@gerbang/web-kit/abilities';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { ListFrame } from '@gerbang/web-kit/components/list-frame';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useNavigate } from '@gerbang/web-kit/router';
import { useShortcuts } from '@gerbang/web-kit/shortcuts';
import { Megaphone, Plus } from 'lucide-react';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { ActingDialogs, Conflict } from './acting-dialogs.tsx';
import { AnnouncementsFilters, Counters } from './announcements-filters.tsx';
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

/** /admin/announcements: every announcement, the waiting ones first, with its actions in place. */
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

  return (
    <Column>
      <Conflict acting={acting} />
      <ListFrame
        list={list}
        state={place}
        pageSize={PAGE_SIZE}
        texts={{ ...copy, emptyText: writes ? copy.emptyText : undefined }}
        icon={<Megaphone size={28} />}
        findRef={find}
        onReload={() => {
          void client.invalidateQueries({ queryKey: [KEY, 'page'] });
          void client.invalidateQueries({ queryKey: [KEY, 'counts'] });
        }}
        counters={<Counters place={place} counts={counts.data} />}
        beside={
          writes ? (
            <LinkButton to="/admin/announcements/create">
              <Plus size={18} aria-hidden="true" />
              {copy.create}
            </LinkButton>
          ) : null
        }
        filters={<AnnouncementsFilters place={place} />}
      >
        {(rows) => (
          <AnnouncementsTable
            rows={rows}
            acting={acting}
            onOpen={(row) => void navigate(`/announcement/${row.id}`)}
          />
        )}
      </ListFrame>
      <ActingDialogs acting={acting} />
    </Column>
  );
}
