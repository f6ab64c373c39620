import type { AnnouncementRow } from '@gerbang/contracts/announcement-shapes';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellPair, Text } from '@gerbang/ui/layout';
import { formatDateShort } from '@gerbang/web-kit/page/format';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { AnnouncementActions, useOwnWork } from './actions.tsx';
import { actionCopy, listCopy as copy } from './announcements.copy.ts';
import { StatusBadge } from './facts.tsx';
import type { Acting } from './use-acting.ts';

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
export const announcementColumns = (acting: Acting): Column<AnnouncementRow>[] =>
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
