import { LINE_LABELS, LINE_STATUSES, type LineStatus } from '@gerbang/domain/bank-lines';
import { Button } from '@gerbang/ui/button';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellNote } from '@gerbang/ui/layout';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { useCan } from '@gerbang/web-kit/abilities';
import { ReasonDialog } from '@gerbang/web-kit/components/reason-dialog';
import { StaffList } from '@gerbang/web-kit/components/staff-list';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/format';
import { useListCounts, useStaffList } from '@gerbang/web-kit/staff-list';
import { useDecision } from '@gerbang/web-kit/use-decision';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import {
  bankLines,
  type BankLine,
  readSummary,
  useIgnoreLine,
  useRestoreLine,
} from './bank-statements.api.ts';
import { copy } from './bank-statements.copy.ts';
import { StatementUpload } from './statement-upload.tsx';

const Money = styled.span`
  font-feature-settings: 'tnum';
  white-space: nowrap;
`;

const TONES: Readonly<Record<LineStatus, Tone>> = {
  new: 'attention',
  proposed: 'attention',
  booked: 'success',
  settlement: 'neutral',
  ignored: 'neutral',
  attention: 'danger',
};

function columnsOf(
  books: boolean,
  act: { readonly onIgnore: (row: BankLine) => void; readonly onRestore: (row: BankLine) => void },
): Column<BankLine>[] {
  return titled(copy.columns, [
    {
      key: 'day',
      width: '120px',
      sort: { ascending: 'booked_on', descending: '-booked_on', first: 'descending' },
      render: ({ booked_on }) => <time dateTime={booked_on}>{formatDateShort(booked_on)}</time>,
    },
    {
      key: 'amount',
      width: '150px',
      rowHeader: true,
      sort: { ascending: 'amount', descending: '-amount', first: 'descending' },
      render: ({ amount }) => <Money>{formatRupiah(amount)}</Money>,
    },
    {
      key: 'text',
      render: ({ description, bank_reference }) => (
        <span>
          {description ?? copy.noText}
          {bank_reference ? <CellNote>{copy.reference(bank_reference)}</CellNote> : null}
        </span>
      ),
    },
    {
      key: 'status',
      width: '200px',
      from: 720,
      render: ({ status, ignored_reason }) => (
        <span>
          <StatusTag tone={TONES[status]}>{LINE_LABELS[status]}</StatusTag>
          {ignored_reason ? <CellNote>{ignored_reason}</CellNote> : null}
        </span>
      ),
    },
    {
      key: 'actions',
      width: '120px',
      actions: true,
      render: (row) => {
        if (!books) return null;
        const named = [formatRupiah(row.amount), formatDateShort(row.booked_on)] as const;
        return row.status === 'new' ? (
          <Button
            small
            variant="ghost"
            aria-label={copy.ignoreOf(...named)}
            onClick={() => act.onIgnore(row)}
          >
            {copy.ignore}
          </Button>
        ) : (
          <Button
            small
            variant="ghost"
            aria-label={copy.restoreOf(...named)}
            onClick={() => act.onRestore(row)}
          >
            {copy.restore}
          </Button>
        );
      },
    },
  ]);
}

function IgnoreDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const { send, pending } = useDecision(useIgnoreLine(), {
    done: [copy.success, copy.ignored],
    failed: copy.failed,
    onClose,
  });
  return (
    <ReasonDialog
      title={copy.ignoreTitle}
      lead={`${formatRupiah(line.amount)} · ${formatDateShort(line.booked_on)}`}
      hint={copy.ignoreHint}
      label={copy.reason}
      required={copy.reasonRequired}
      maxLength={300}
      action={copy.ignore}
      pending={pending}
      onSend={(reason) => send({ of: line, body: { reason } })}
      onClose={onClose}
    />
  );
}

/** /admin/bank, 'Mutasi bank': what came in by the banks' own files, and what of it is no family's payment. */
export function BankPage() {
  const list = useStaffList(bankLines);
  const { search, from, to } = list.query;
  const counts = useListCounts({ key: list.key, query: { search, from, to } }, readSummary);
  const books = useCan('bank.book');
  const [asked, setAsked] = useState<BankLine | null>(null);
  const restore = useDecision(useRestoreLine(), {
    done: [copy.success, copy.restored],
    failed: copy.failed,
    onClose: () => undefined,
  });
  return (
    <>
      {books ? <StatementUpload /> : null}
      <StaffList
        list={list}
        columns={columnsOf(books, { onIgnore: setAsked, onRestore: (of) => restore.send({ of }) })}
        icon={<Landmark size={28} />}
        keys={asked === null}
        counters={{
          label: copy.counters,
          filter: 'status',
          values: LINE_STATUSES,
          toneOf: (status) => TONES[status as LineStatus],
          counts,
        }}
      />
      {asked ? <IgnoreDialog line={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}
