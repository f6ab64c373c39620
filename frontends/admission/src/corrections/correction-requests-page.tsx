import { type StaffCorrectionRequest } from '@gerbang/contracts/correction-requests';
import { CORRECTION_REQUEST_LABELS } from '@gerbang/domain/corrections';
import type { Column } from '@gerbang/ui/data-table';
import { CellLines } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { openColumn } from '@gerbang/web-kit/lists/open-column.tsx';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { PencilLine } from 'lucide-react';
import { Suspense, useState } from 'react';
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
export function CorrectionRequestsPage() {
  const list = useStaffList(correctionRequests);
  const [opened, setOpened] = useState<StaffCorrectionRequest | null>(null);
  return (
    <>
      <StaffList
        list={list}
        columns={columnsOf(setOpened)}
        icon={<PencilLine size={28} />}
        keys={opened === null}
        onOpen={setOpened}
      />
      <Suspense fallback={null}>
        {opened === null ? null : <AnswerDialog of={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}
