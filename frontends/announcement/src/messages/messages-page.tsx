import { titled } from '@gerbang/ui/data-table';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import type { MessageRow } from '@gerbang/contracts/messages';
import { MESSAGE_TONES, type MessageStatus, MESSAGE_STATUS_LABELS } from '@gerbang/domain/messages';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { useListCounts, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { useOpened } from '@gerbang/web-kit/lists/use-opened';
import { MessageSquareText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { Button } from '@gerbang/ui/button';
import type { Column } from '@gerbang/ui/data-table';
import { CountTabs } from '@gerbang/ui/count-tabs';
import { CellLines, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDateShort, formatTime } from '@gerbang/web-kit/page/format';
import { useAddressParams } from '@gerbang/web-kit/lists/use-address-params';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { styled } from 'styled-components';
import { MissedList } from '../missed-messages/missed-list.tsx';
import { missedCopy } from '../missed-messages/missed-messages.copy.ts';
import { messages, readSummary, whoOf } from './messages.api.ts';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import { CHANNEL_LABELS, messagesCopy as copy } from './messages.copy.ts';
import { TemplateStates } from './template-states.tsx';

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

// Dialogs bring React Aria along; it is loaded when the first one opens.
const DetailDialog = lazySheet(() => import('./detail-dialog.tsx').then((file) => file.DetailDialog));
const ResendDialog = lazyPart(() => import('./resend-dialog.tsx').then((file) => file.ResendDialog));

/** In the order of the work: what has failed comes first. */
const CARDS: readonly MessageStatus[] = ['failed', 'retry', 'pending', 'sent', 'delivered'];

/** What a link to certain messages names in the address. */
const NARROWED = ['id', 'status', 'kind', 'from', 'to', 'recipient'];
const VIEWS = [
  { key: 'missed', label: missedCopy.missed },
  { key: 'all', label: missedCopy.all },
] as const;

/** /admin/messages: the families to be called, with which cs begins, and all messages. */
export function MessagesPage() {
  const { params } = useAddressParams();
  const navigate = useNavigate();
  const { user } = useSession();
  const usual = user?.role === 'cs' && !NARROWED.some((name) => params.has(name)) ? 'missed' : 'all';
  const view = VIEWS.find(({ key }) => key === params.get('view'))?.key ?? usual;
  return (
    <Stack $gap={8}>
      <CountTabs
        label={missedCopy.views}
        tabs={VIEWS}
        value={view}
        onChange={(key) => (key === null ? undefined : void navigate(`/admin/messages?view=${key}`))}
      />
      {view === 'missed' ? <MissedList /> : <AllMessages />}
    </Stack>
  );
}

/** What was sent to whom, what has failed and why, and sending it again. */
function AllMessages() {
  const list = useStaffList(messages);
  const counts = useListCounts(list, readSummary);
  const opened = useOpened();
  const [asked, setAsked] = useState<MessageRow | null>(null);
  const open = (row: MessageRow) => opened.open(row.id);
  return (
    <>
      <TemplateStates />
      <StaffList
        list={list}
        columns={columnsOf({ onOpen: open, onResend: setAsked })}
        icon={<MessageSquareText size={28} />}
        keys={opened.id === null && asked === null}
        onOpen={open}
        counters={{
          label: copy.counters,
          filter: 'status',
          values: CARDS,
          toneOf: (status) => MESSAGE_TONES[status as MessageStatus],
          counts,
        }}
      />
      <Suspense fallback={null}>
        {opened.id === null ? null : (
          <DetailDialog key={opened.id} id={opened.id} onClose={opened.close} onResend={setAsked} />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {asked === null ? null : <ResendDialog message={asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}
