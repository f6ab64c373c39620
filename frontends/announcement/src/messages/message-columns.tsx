import { titled } from '@gerbang/ui/data-table';
import type { MessageRow } from '@gerbang/contracts/messages';
import { MESSAGE_TONES, MESSAGE_STATUS_LABELS } from '@gerbang/domain/messages';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { Button } from '@gerbang/ui/button';
import type { Column } from '@gerbang/ui/data-table';
import { CellLines } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDateShort, formatTime } from '@gerbang/web-kit/page/format';
import { styled } from 'styled-components';
import { whoOf } from './messages.api.ts';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import { CHANNEL_LABELS, messagesCopy as copy } from './messages.copy.ts';

const When = styled.time`
  display: grid;
  white-space: nowrap;
  small {
    font-size: 0.875rem;
    color: var(--text-secondary);
    font-feature-settings: 'tnum';
  }
`;

/** The state with its cause below: a column of words, not as wide as they are long. */
const State = styled.span`
  display: grid;
  justify-items: start;
  gap: 4px;
  max-width: 340px;
  small {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
  @media (max-width: 639.98px) {
    justify-items: end;
    small {
      text-align: start;
    }
  }
`;

const Buttons = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 8px;
  button {
    white-space: nowrap;
  }
  @media (max-width: 639.98px) {
    button {
      flex: 1;
      min-height: 44px;
    }
  }
`;

/** Text below the state: the error, or the time of the next try. */
function noteOf(row: MessageRow): string | null {
  const trouble = messageTrouble(row);
  if (trouble) return trouble.cause;
  const next = row.next_attempt_at;
  return next && Date.parse(next) > Date.now() ? copy.next(`pukul ${formatTime(new Date(next))}`) : null;
}

/** The columns of the list; cards on phones. */
export const columnsOf = ({
  onOpen,
  onResend,
}: {
  onOpen: (row: MessageRow) => void;
  onResend: (row: MessageRow) => void;
}): Column<MessageRow>[] =>
  titled(copy.columns, [
    {
      key: 'recipient',
      rowHeader: true,
      render: ({ recipient }) => (
        <CellLines>
          {recipient.name ?? copy.noName}
          <small>{recipient.phone}</small>
        </CellLines>
      ),
    },
    {
      key: 'kind',
      render: (row) => (
        <CellLines>
          {MESSAGE_KIND_LABELS[row.kind]}
          {row.channel === 'email' ? <small>{CHANNEL_LABELS.email}</small> : null}
        </CellLines>
      ),
    },
    {
      key: 'status',
      render: (row) => {
        const note = noteOf(row);
        return (
          <State>
            <StatusTag tone={MESSAGE_TONES[row.status]}>{MESSAGE_STATUS_LABELS[row.status]}</StatusTag>
            {note === null ? null : <small>{note}</small>}
          </State>
        );
      },
    },
    {
      key: 'at',
      sort: { ascending: 'created_at', descending: '-created_at', first: 'descending' },
      render: (row) => (
        <When dateTime={row.created_at}>
          {formatDateShort(row.created_at)}
          <small>{copy.clock(formatTime(new Date(row.created_at)))}</small>
        </When>
      ),
    },
    {
      key: 'actions',
      actions: true,
      render: (row) => (
        <Buttons>
          {row.resend_refusal === null ? (
            <Button
              small
              aria-label={copy.resendOf(MESSAGE_KIND_LABELS[row.kind], whoOf(row))}
              onClick={() => onResend(row)}
            >
              {copy.resend}
            </Button>
          ) : null}
          <Button
            small
            variant="secondary"
            aria-label={copy.openOf(MESSAGE_KIND_LABELS[row.kind], whoOf(row))}
            onClick={() => onOpen(row)}
          >
            {copy.open}
          </Button>
        </Buttons>
      ),
    },
  ]);
