import { type StaffCorrectionRequest } from '@gerbang/contracts/correction-requests';
import { CORRECTION_REQUEST_LABELS } from '@gerbang/domain/corrections';
import type { Column } from '@gerbang/ui/data-table';
import { CellLines } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { openColumn } from '@gerbang/web-kit/lists/open-column.tsx';
import { OpenedList } from '@gerbang/web-kit/lists/opened-list.tsx';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { PencilLine } from 'lucide-react';
import { correctionRequests } from './corrections.api.ts';
import { requestsCopy as copy } from './corrections.copy.ts';

const AnswerDialog = lazySheet(() => import('./answer-dialog.tsx').then((file) => file.AnswerDialog));

const columnsOf = (onOpen: (row: StaffCorrectionRequest) => void): Column<StaffCorrectionRequest>[] => [
  {
    key: 'child',
    header: copy.columns.child,
    rowHeader: true,
    render: (row) => (
      <CellLines>
        {row.child_name}
        <small>{row.registration_number}</small>
      </CellLines>
    ),
  },
  {
    key: 'text',
    header: copy.columns.text,
    render: (row) => (
      <CellLines>
        {row.text}
        {row.correction_id === null ? null : <small>{copy.objection}</small>}
      </CellLines>
    ),
  },
  {
    key: 'status',
    header: copy.columns.status,
    render: ({ status }) => (
      <StatusTag tone={status === 'open' ? 'attention' : 'neutral'}>
        {CORRECTION_REQUEST_LABELS[status]}
      </StatusTag>
    ),
  },
  {
    key: 'made',
    header: copy.columns.made,
    sort: { ascending: 'created_at', descending: '-created_at' },
    render: (row) => formatMoment(row.created_at),
  },
  openColumn(copy, { nameOf: ({ child_name }) => child_name, onOpen }),
];

/** /admin/correction-requests: what families ask to correct, and what they say is not true. */
export const CorrectionRequestsPage = () => (
  <OpenedList
    of={correctionRequests}
    columnsOf={columnsOf}
    icon={<PencilLine size={28} />}
    dialog={(row, onClose) => <AnswerDialog of={row} onClose={onClose} />}
  />
);
