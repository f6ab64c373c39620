import { levelLabel } from '@gerbang/web-kit/level-labels';
import type { AnnouncementRow } from '@gerbang/contracts/announcement.types';
import { announcementTone } from '@gerbang/domain/status-tones';
import {
  ANNOUNCEMENT_STATUSES,
  announcementActions,
  type AnnouncementStatus,
} from '@gerbang/domain/announcements';
import type { Column } from '@gerbang/ui/data-table';
import { CellNote, Stack, Text } from '@gerbang/ui/layout';
import { useCan } from '@gerbang/web-kit/abilities';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { StaffList } from '@gerbang/web-kit/components/staff-list';
import { formatDateShort } from '@gerbang/web-kit/format';
import { useNavigate } from '@gerbang/web-kit/router';
import { useSession } from '@gerbang/web-kit/session';
import { useStaffList } from '@gerbang/web-kit/staff-list';
import { Megaphone, Plus } from 'lucide-react';
import { styled } from 'styled-components';
import { ActingDialogs, Conflict, AnnouncementActions, useOwnWork } from './actions.tsx';
import { announcements, useCounts, useReloadAnnouncements } from './announcements.api.ts';
import { actionCopy, listCopy as copy } from './announcements.copy.ts';
import { StatusBadge } from './facts.tsx';
import { useActing, type Acting } from './use-acting.ts';

const Quiet = styled(CellNote).attrs({ as: 'small' })`
  font-size: 0.875rem;
`;

const State = styled.div`
  display: grid;
  justify-items: start;
  gap: 4px;
  @media (max-width: 639.98px) {
    justify-items: end;
  }
`;

function Status({ row }: { row: AnnouncementRow }) {
  const ownWork = useOwnWork(row);
  return (
    <State>
      <StatusBadge row={row} />
      {ownWork ? <Quiet>{actionCopy.ownWork}</Quiet> : null}
      {row.counts.skipped > 0 ? <Quiet>{copy.skipped(row.counts.skipped)}</Quiet> : null}
    </State>
  );
}

/** The specified columns; cards on phones. */
const columnsOf = (acting: Acting): Column<AnnouncementRow>[] => [
  {
    key: 'title',
    header: copy.columns.title,
    rowHeader: true,
    render: (row) => (
      <span>
        {row.title}
        <Quiet>{copy.students(row.counts.total)}</Quiet>
      </span>
    ),
  },
  { key: 'period', header: copy.columns.period, render: (row) => row.observation_period },
  { key: 'level', header: copy.columns.level, render: (row) => levelLabel(row.jenjang) },
  { key: 'status', header: copy.columns.status, render: (row) => <Status row={row} /> },
  {
    key: 'date',
    header: copy.columns.date,
    render: (row) => (
      <Text as="time" $whole dateTime={row.created_at}>
        {formatDateShort(row.created_at)}
      </Text>
    ),
  },
  {
    key: 'actions',
    header: copy.columns.actions,
    actions: true,
    render: (row) => <AnnouncementActions row={row} acting={acting} detail />,
  },
];

/** /admin/announcements: every announcement, the waiting ones first, with its actions in place. */
export function AnnouncementsPage() {
  const list = useStaffList(announcements);
  const counts = useCounts(list.query);
  const reload = useReloadAnnouncements();
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
      <StaffList
        list={writes ? list : { ...list, texts: { ...list.texts, emptyText: undefined } }}
        columns={columnsOf(acting)}
        icon={<Megaphone size={28} />}
        keys={acting.asked === null}
        onOpen={(row) => void navigate(`/announcement/${row.id}`)}
        onReload={reload}
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
              {copy.create}
            </LinkButton>
          ) : null
        }
      />
      <ActingDialogs acting={acting} />
    </Stack>
  );
}
