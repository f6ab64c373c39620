import type { MessageRow } from '@gerbang/contracts/messages.types';
import { MESSAGE_TONES, type MessageStatus } from '@gerbang/domain/messages';
import { StaffList } from '@gerbang/web-kit/components/staff-list';
import { useListCounts, useStaffList } from '@gerbang/web-kit/staff-list';
import { useOpened } from '@gerbang/web-kit/use-opened';
import { MessageSquareText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { columnsOf } from './messages-columns.tsx';
import { messages, readSummary } from './messages.api.ts';
import { messagesCopy as copy } from './messages.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const DetailDialog = lazy(() =>
  import('./detail-dialog.tsx').then((part) => ({ default: part.DetailDialog })),
);
const ResendDialog = lazy(() =>
  import('./resend-dialog.tsx').then((part) => ({ default: part.ResendDialog })),
);

/** In the order of the work: what has failed comes first. */
const CARDS: readonly MessageStatus[] = ['failed', 'retry', 'pending', 'sent', 'delivered'];

/** /admin/messages: what was sent to whom, what has failed and why, and sending it again. */
export function MessagesPage() {
  const list = useStaffList(messages);
  const counts = useListCounts(list, readSummary);
  const opened = useOpened();
  const [asked, setAsked] = useState<MessageRow | null>(null);
  const open = (row: MessageRow) => opened.open(row.id);
  return (
    <>
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
