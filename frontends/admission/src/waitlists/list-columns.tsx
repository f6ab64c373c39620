import { RowButton } from '@gerbang/ui/table-style';
import type { WaitlistEntry } from '@gerbang/contracts/waitlists';
import { criterionText, PRIORITY_LABELS } from '@gerbang/domain/waitlist';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellLines, Row } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDateShort } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { styled } from 'styled-components';
import { listCopy as copy } from './waitlists.copy.ts';

const Said = styled(CellLines)`
  padding-block: 6px;
`;

const criteriaText = ({ criteria }: WaitlistEntry) => criteria.map(criterionText).join(' · ');

/** Priorities that the portal proposes and no one has decided. */
export const proposedOf = ({ priorities }: WaitlistEntry) =>
  priorities.filter(({ confirmed, by }) => !confirmed && by === null);

function Since({ of: { joined_at, confirmed_at, asked_at } }: { of: WaitlistEntry }) {
  const confirmed = formatDateShort(confirmed_at);
  const joined = formatDateShort(joined_at);
  return (
    <CellLines>
      <span>{joined}</span>
      {asked_at !== null ? (
        <small>{copy.asked(formatDateShort(asked_at))}</small>
      ) : confirmed === joined ? null : (
        <small>{copy.confirmed(confirmed)}</small>
      )}
    </CellLines>
  );
}

interface Acts {
  /** Null where the viewer may not, or no seat is free. */
  readonly onOffer: ((entry: WaitlistEntry) => void) | null;
  readonly onPriorities: ((entry: WaitlistEntry) => void) | null;
}

/** The columns of a waiting list. */
export const listColumns = ({ onOffer, onPriorities }: Acts): Column<WaitlistEntry>[] =>
  titled(copy.columns, [
    {
      key: 'position',
      width: '68px',
      numeric: true,
      render: ({ position }) => <strong>{copy.figure(position)}</strong>,
    },
    {
      key: 'child',
      width: '20%',
      rowHeader: true,
      render: (entry) => (
        <Said>
          <Link to={`/admin/registration?id=${entry.registration_id}`}>{entry.child_name}</Link>
          <small>{entry.registration_number}</small>
          {entry.fee_owed ? (
            <span>
              <StatusTag tone="attention">{copy.feeOwed}</StatusTag>
            </span>
          ) : null}
          {proposedOf(entry).map(({ kind }) => (
            <span key={kind}>
              <StatusTag tone="attention">{copy.proposed(PRIORITY_LABELS[kind])}</StatusTag>
            </span>
          ))}
        </Said>
      ),
    },
    {
      key: 'sentence',
      render: (entry) => (
        <Said data-long>
          <span>{entry.sentence}</span>
          <small>{criteriaText(entry)}</small>
        </Said>
      ),
    },
    { key: 'since', width: '132px', from: 840, render: (entry) => <Since of={entry} /> },
    ...(onOffer || onPriorities
      ? ([
          {
            key: 'actions',
            width: onOffer && onPriorities ? '128px' : '116px',
            actions: true,
            render: (entry: WaitlistEntry) => (
              <Row $gap={4} $justify="end">
                {onPriorities ? (
                  <RowButton
                    small
                    variant="ghost"
                    aria-label={copy.prioritiesOf(entry.child_name)}
                    onClick={() => onPriorities(entry)}
                  >
                    {copy.priorities}
                  </RowButton>
                ) : null}
                {onOffer && !entry.fee_owed ? (
                  <RowButton
                    small
                    variant="secondary"
                    aria-label={copy.offerOneTo(entry.child_name)}
                    onClick={() => onOffer(entry)}
                  >
                    {copy.offerOne}
                  </RowButton>
                ) : null}
              </Row>
            ),
          },
        ] as const)
      : []),
  ]);
