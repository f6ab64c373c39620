import { PAPER_LABELS } from '@gerbang/domain/papers';
import { Button } from '@gerbang/ui/button';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellNote, CellPair } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import { useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { type Paper, papers, useRevokePaper } from './papers.api.ts';
import { copy } from './papers.copy.ts';

/** The button that ends a letter; a receipt follows its payment. */
const actionsOf = (onRevoke: (paper: Paper) => void): Column<Paper>[] =>
  titled(copy.columns, [
    {
      key: 'actions',
      width: '88px',
      actions: true,
      render: (paper) =>
        paper.kind === 'acceptance_letter' && paper.revoked_at === null ? (
          <Button
            small
            variant="ghost"
            aria-label={copy.revokeOf(paper.number)}
            onClick={() => onRevoke(paper)}
          >
            {copy.revoke}
          </Button>
        ) : null,
    },
  ]);

const COLUMNS: readonly Column<Paper>[] = titled(copy.columns, [
  {
    key: 'number',
    width: '196px',
    rowHeader: true,
    render: ({ number, kind }) => (
      <CellPair>
        <span>{number}</span>
        <small>
          <span>{PAPER_LABELS[kind]}</span>
        </small>
      </CellPair>
    ),
  },
  { key: 'child', render: ({ child_name }) => child_name },
  {
    key: 'issued',
    width: '128px',
    sort: { ascending: 'issued_on', descending: '-issued_on', first: 'descending' },
    render: ({ issued_on }) => <time dateTime={issued_on}>{formatDateShort(issued_on)}</time>,
  },
  {
    key: 'amount',
    width: '128px',
    numeric: true,
    from: 840,
    render: ({ amount }) => (amount === null ? '-' : formatRupiah(amount)),
  },
  {
    key: 'state',
    width: '216px',
    from: 720,
    render: ({ revoked_at, reason, looks }) => (
      <span>
        <StatusTag tone={revoked_at === null ? 'success' : 'danger'}>
          {revoked_at === null ? copy.valid : copy.revoked(formatDateShort(revoked_at))}
        </StatusTag>
        {reason !== null || looks > 0 ? <CellNote>{reason ?? copy.looks(looks)}</CellNote> : null}
      </span>
    ),
  },
]);

function RevokeDialog({ paper, onClose }: { paper: Paper; onClose: () => void }) {
  const { send, pending } = useDecision(useRevokePaper(), {
    done: [copy.success, copy.done],
    failed: copy.failed,
    onClose,
  });
  return (
    <ReasonDialog
      title={copy.revokeTitle}
      lead={copy.revokeLead(paper.number, paper.child_name)}
      hint={copy.revokeHint}
      label={copy.reason}
      required={copy.reasonRequired}
      maxLength={300}
      action={copy.revoke}
      pending={pending}
      onSend={(reason) => send({ of: paper, body: { reason, version: paper.version } })}
      onClose={onClose}
    />
  );
}

/** /admin/papers, 'Dokumen terbit': the school's receipts and letters, and how a letter ends. */
export function PapersPage() {
  const list = useStaffList(papers);
  const revokes = useCan('papers.revoke');
  const [asked, setAsked] = useState<Paper | null>(null);
  return (
    <>
      <StaffList
        list={list}
        columns={[...COLUMNS, ...(revokes ? actionsOf(setAsked) : [])]}
        icon={<FileCheck size={28} />}
        keys={asked === null}
      />
      {asked ? <RevokeDialog paper={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
