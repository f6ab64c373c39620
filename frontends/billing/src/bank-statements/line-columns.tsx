import { LINE_LABELS, type LineStatus } from '@gerbang/domain/bank-lines';
import { CONFIDENCE_LABELS } from '@gerbang/domain/bank-matches';
import { DOUBT_LABELS } from '@gerbang/domain/line-doubts';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellPair } from '@gerbang/ui/layout';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { rowOpenColumn } from '@gerbang/web-kit/lists/row-open.tsx';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import { ArrowRight } from 'lucide-react';
import { styled } from 'styled-components';
import { CONFIDENCE_TONES } from '../bank-matches/match-tones.ts';
import { Reasons } from '../bank-matches/match-parts.tsx';
import type { BankLine } from './bank-statements.api.ts';
import { copy } from './bank-statements.copy.ts';

export const LINE_TONES: Readonly<Record<LineStatus, Tone>> = {
  new: 'attention',
  proposed: 'attention',
  booked: 'success',
  settlement: 'neutral',
  ignored: 'neutral',
  attention: 'attention',
};

const TARGET_FROM = 560;
const REASONS_FROM = 960;
const OWED_FROM = 1080;

const Aimed = styled.span`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 6px;
  align-items: center;
  svg {
    color: var(--text-muted);
  }
  @media (max-width: 639.98px) {
    display: block;
    svg {
      display: none;
    }
  }
`;

function Target({ line: { matches } }: { line: BankLine }) {
  const [first, ...others] = matches;
  if (!first) return copy.nothing;
  return (
    <Aimed>
      <ArrowRight size={16} aria-hidden="true" />
      <CellPair>
        <span>{first.child_name}</span>
        <small>
          <span>{first.number}</span>
          {others.length > 0 && first.status !== 'booked' ? (
            <span>{`\u00A0· ${copy.more(others.length)}`}</span>
          ) : first.status === 'proposed' && first.amount !== first.owed ? (
            <span data-from={OWED_FROM}>{`\u00A0· ${copy.owed(formatRupiah(first.owed))}`}</span>
          ) : null}
        </small>
      </CellPair>
    </Aimed>
  );
}

/** How sure a line's proposal is, else its status. */
function State({ line, made }: { line: BankLine; made: boolean }) {
  const [first] = line.matches;
  if (made) return <StatusTag tone="success">{LINE_LABELS.booked}</StatusTag>;
  return line.status === 'proposed' && first?.confidence ? (
    <StatusTag tone={CONFIDENCE_TONES[first.confidence]}>{CONFIDENCE_LABELS[first.confidence]}</StatusTag>
  ) : (
    <StatusTag tone={LINE_TONES[line.status]} urgent={line.status === 'attention'}>
      {LINE_LABELS[line.status]}
    </StatusTag>
  );
}

/** The columns of the lines, the first to go last; cards on phones. */
export const columnsOf = (
  onOpen: (row: BankLine) => void,
  isMade: (row: BankLine) => boolean,
): Column<BankLine>[] =>
  titled(copy.columns, [
    {
      key: 'day',
      width: '108px',
      sort: { ascending: 'booked_on', descending: '-booked_on', first: 'descending' },
      render: ({ booked_on }) => <time dateTime={booked_on}>{formatDateShort(booked_on)}</time>,
    },
    {
      key: 'amount',
      width: '148px',
      rowHeader: true,
      sort: { ascending: 'amount', descending: '-amount', first: 'descending' },
      render: ({ amount }) => formatRupiah(amount),
    },
    {
      key: 'text',
      render: ({ description, bank_reference, ignored_reason, doubt }) => (
        <CellPair>
          <span title={description ?? undefined}>{description ?? copy.noText}</span>
          {ignored_reason ? (
            <small>
              <span>{ignored_reason}</span>
            </small>
          ) : doubt ? (
            <small>
              <span>{DOUBT_LABELS[doubt]}</span>
            </small>
          ) : bank_reference ? (
            <small>
              <span>{copy.reference(bank_reference)}</span>
            </small>
          ) : null}
        </CellPair>
      ),
    },
    {
      key: 'target',
      from: TARGET_FROM,
      render: (line) => <Target line={line} />,
    },
    {
      key: 'reasons',
      width: '216px',
      from: REASONS_FROM,
      render: ({ matches }) =>
        matches[0]?.reasons.length ? <Reasons cut of={matches[0].reasons} /> : copy.nothing,
    },
    {
      key: 'status',
      width: '132px',
      from: 720,
      render: (line) => <State line={line} made={isMade(line)} />,
    },
    rowOpenColumn(
      copy.open,
      (row) => copy.openOf(formatRupiah(row.amount), formatDateShort(row.booked_on)),
      onOpen,
    ),
  ]);
