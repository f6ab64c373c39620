import { exportAnnouncements } from '@gerbang/contracts/announcements';
import { titled } from '@gerbang/ui/data-table';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import type { AnnouncementRow } from '@gerbang/contracts/announcement-shapes';
import { announcementTone } from '@gerbang/domain/status-tones';
import {
  ANNOUNCEMENT_STATUSES,
  announcementActions,
  type AnnouncementStatus,
} from '@gerbang/domain/announcements';
import type { Column } from '@gerbang/ui/data-table';
import { CellPair, Stack, Text } from '@gerbang/ui/layout';
import { hiddenCss } from '@gerbang/ui/visually-hidden';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { formatDateShort } from '@gerbang/web-kit/page/format';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { useListCounts, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { Megaphone, Plus } from 'lucide-react';
import { styled } from 'styled-components';
import { CorrectionsCard } from '../result-corrections/corrections-card.tsx';
import { ActingDialogs, Conflict, AnnouncementActions, useOwnWork } from './actions.tsx';
import { announcements, readCounts } from './announcements-list.ts';
import { actionCopy, listCopy as copy } from './announcements.copy.ts';
import { StatusBadge } from './facts.tsx';
import { useActing, type Acting } from './use-acting.ts';

/** The title, and what has to be known of it. */
function Title({ row }: { row: AnnouncementRow }) {
  const ownWork = useOwnWork(row);
  const { total, skipped } = row.counts;
  return (
    <CellPair>
      <span>{row.title}</span>
      <small>
        <span>{copy.students(total)}</span>
        {skipped > 0 ? <span>{`\u00A0· ${copy.skipped(skipped)}`}</span> : null}
        {ownWork ? <span>{`\u00A0· ${actionCopy.ownWork}`}</span> : null}
      </small>
    </CellPair>
  );
}

/** The specified columns; cards on phones. */
const columnsOf = (acting: Acting): Column<AnnouncementRow>[] =>
  titled(copy.columns, [
    {
      key: 'title',
      rowHeader: true,
      sort: { ascending: 'title', descending: '-title' },
      render: (row) => <Title row={row} />,
    },
    {
      key: 'period',
      width: '18%',
      from: 840,
      render: (row) => (
        <CellPair>
          <span>{row.observation_period}</span>
        </CellPair>
      ),
    },
    {
      key: 'level',
      width: '84px',
      from: 720,
      render: (row) => levelLabel(row.jenjang),
    },
    {
      key: 'status',
      says: 'status',
      width: '164px',
      render: (row) => <StatusBadge row={row} />,
    },
    {
      key: 'date',
      width: '116px',
      from: 960,
      sort: { ascending: 'created_at', descending: '-created_at', first: 'descending' },
      render: (row) => (
        <Text as="time" $whole dateTime={row.created_at}>
          {formatDateShort(row.created_at)}
        </Text>
      ),
    },
    {
      key: 'actions',
      width: '264px',
      actions: true,
      render: (row) => <AnnouncementActions row={row} acting={acting} detail />,
    },
  ]);

// Beside the search, the year and the export its words have room on a wide desktop only.
const Word = styled.span`
  @media (min-width: 640px) and (max-width: 1279.98px) {
    ${hiddenCss}
  }
`;

/** On a tablet that stands there is no room for it. */
const NotUpright = styled.div`
  display: contents;
  @media (min-width: 640px) and (max-width: 899.98px) {
    display: none;
  }
`;

/** /admin/announcements: every announcement, the waiting ones first, with its actions in place. */
export function AnnouncementsPage() {
  const list = useStaffList(announcements);
  const { status: _status, ...query } = list.query;
  const counts = useListCounts({ ...list, query }, readCounts);
  const navigate = useNavigate();
  const acting = useActing();
  const writes = useCan('announcements.write');
  const { user } = useSession();
  // Marked where a state waits for this role.
  const toneFor = (status: AnnouncementStatus, role: NonNullable<typeof user>['role']) =>
    announcementTone(status, announcementActions(status, { role, author: false, fourEyes: true }));

  return (
    <Stack>
      <Conflict acting={acting} />
      <CorrectionsCard />
      <StaffList
        list={writes ? list : { ...list, texts: { ...list.texts, emptyText: undefined } }}
        columns={columnsOf(acting)}
        icon={<Megaphone size={28} />}
        tools={
          <NotUpright>
            <ExportButton
              wordFrom={1440}
              file="pengumuman"
              address={() => list.exportAddress(exportAnnouncements.path)}
            />
          </NotUpright>
        }
        keys={acting.asked === null}
        onOpen={(row) => void navigate(`/announcement/${row.id}`)}
        counters={
          user
            ? {
                label: copy.counters,
                filter: 'status',
                values: ANNOUNCEMENT_STATUSES,
                toneOf: (status) => toneFor(status as AnnouncementStatus, user.role),
                counts,
              }
            : undefined
        }
        beside={
          writes ? (
            <LinkButton to="/admin/announcements/create">
              <Plus size={18} aria-hidden="true" />
              <Word>{copy.create}</Word>
            </LinkButton>
          ) : null
        }
      />
      <ActingDialogs acting={acting} />
    </Stack>
  );
}
