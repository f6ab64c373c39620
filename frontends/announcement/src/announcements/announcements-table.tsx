import type { AnnouncementRow } from '@gerbang/contracts/announcement.types';
import { DataTable, type Column } from '@gerbang/ui/data-table';
import { formatDateShort } from '@gerbang/web-kit/format';
import { styled } from 'styled-components';
import { AnnouncementActions, useOwnWork } from './actions.tsx';
import { actionCopy, listCopy as copy } from './announcements.copy.ts';
import { StatusBadge } from './status-badge.tsx';
import type { Acting } from './use-acting.ts';

const Quiet = styled.small`
  display: block;
  font-size: 0.875rem;
  font-weight: 400;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

const State = styled.div`
  display: grid;
  justify-items: start;
  gap: 4px;
  @media (max-width: 639.98px) {
    justify-items: end;
  }
`;

const Day = styled.time`
  white-space: nowrap;
`;

/** Between phones and desktops even the close table may be too wide; the page itself never scrolls sideways. */
const Scroll = styled.div`
  min-width: 0;
  @media (min-width: 640px) {
    overflow-x: auto;
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

/** The specified columns; cards on phones. A click anywhere in a row opens it. */
export function AnnouncementsTable({
  rows,
  acting,
  onOpen,
}: {
  rows: readonly AnnouncementRow[];
  acting: Acting;
  onOpen: (row: AnnouncementRow) => void;
}) {
  const columns: readonly Column<AnnouncementRow>[] = [
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
    { key: 'level', header: copy.columns.level, render: (row) => row.jenjang },
    { key: 'status', header: copy.columns.status, render: (row) => <Status row={row} /> },
    {
      key: 'date',
      header: copy.columns.date,
      render: (row) => <Day dateTime={row.created_at}>{formatDateShort(row.created_at)}</Day>,
    },
    {
      key: 'actions',
      header: copy.columns.actions,
      actions: true,
      render: (row) => <AnnouncementActions row={row} acting={acting} detail />,
    },
  ];
  return (
    <Scroll>
      <DataTable
        dense
        caption={copy.caption}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        onOpen={onOpen}
      />
    </Scroll>
  );
}
