import type { DocumentRow } from '@gerbang/contracts/document-reviews';
import { DOCUMENT_LABELS, type QueueStatus } from '@gerbang/domain/child-documents';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellPair, Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { rowOpenColumn } from '@gerbang/web-kit/lists/row-open.tsx';
import { formatDateShort, levelText } from '@gerbang/web-kit/page/format';
import { documentTone } from '@gerbang/domain/status-tones';
import { queueCopy as copy } from './document-reviews.copy.ts';
import { MOMENT_LABELS } from '../document-types/document-types.copy.ts';

/** Below this width the document and its day stand in a line below the child's name. */
const TYPE_FROM = 560;

/** The columns of the queue, the first to go last; cards on phones. */
export const columnsOf = (
  onOpen: (row: DocumentRow) => void,
  statusOf: (row: DocumentRow) => QueueStatus,
): Column<DocumentRow>[] =>
  titled(copy.columns, [
    {
      key: 'child',
      rowHeader: true,
      render: ({ child_name, type, sent_at, registration_number }) => (
        <CellPair>
          <span>{child_name}</span>
          <small data-from={TYPE_FROM}>
            <span>{registration_number}</span>
          </small>
          <small data-until={TYPE_FROM}>
            <span>{[type.label, sent_at ? formatDateShort(sent_at) : null].filter(Boolean).join(' · ')}</span>
          </small>
        </CellPair>
      ),
    },
    { key: 'type', width: '172px', from: TYPE_FROM, render: ({ type }) => type.label },
    { key: 'level', width: '112px', from: 840, render: ({ jenjang, kelas }) => levelText(jenjang, kelas) },
    { key: 'needed', width: '128px', from: 1080, render: ({ type }) => MOMENT_LABELS[type.needed_by] },
    {
      key: 'sent',
      width: '112px',
      from: 640,
      sort: { ascending: '-sent_at', descending: 'sent_at', first: 'descending' },
      render: ({ sent_at }) =>
        sent_at ? (
          <Text as="time" $whole dateTime={sent_at}>
            {formatDateShort(sent_at)}
          </Text>
        ) : (
          '-'
        ),
    },
    {
      key: 'status',
      width: '176px',
      from: 720,
      render: (row) => {
        const status = statusOf(row);
        return status === 'changed' ? (
          <StatusTag tone={documentTone('uploaded', 'staff')}>{copy.changed}</StatusTag>
        ) : (
          <StatusTag tone={documentTone(status, 'staff')}>{DOCUMENT_LABELS[status]}</StatusTag>
        );
      },
    },
    rowOpenColumn(copy.open, (row) => copy.openOf(row.type.label, row.child_name), onOpen),
  ]);
