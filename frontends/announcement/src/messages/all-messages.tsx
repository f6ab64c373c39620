import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import type { MessageRow } from '@gerbang/contracts/messages';
import { MESSAGE_TONES, type MessageStatus } from '@gerbang/domain/messages';
import { StaffList } from '@gerbang/web-kit/lists/staff-list.tsx';
import { useListCounts, useStaffList } from '@gerbang/web-kit/lists/use-staff-list';
import { useOpened } from '@gerbang/web-kit/lists/use-opened';
import { MessageSquareText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { messages, readSummary } from './messages.api.ts';
import { messagesCopy as copy } from './messages.copy.ts';
import { TemplateStates } from './template-states.tsx';
import { columnsOf } from './message-columns.tsx';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const DetailDialog = lazySheet(() => import('./detail-dialog.tsx').then((file) => file.DetailDialog));
const ResendDialog = lazyPart(() => import('./resend-dialog.tsx').then((file) => file.ResendDialog));

/** In the order of the work: what has failed comes first. */
const CARDS: readonly MessageStatus[] = ['failed', 'retry', 'pending', 'sent', 'delivered'];

/** What was sent to whom, what has failed and why, and sending it again. */
export function AllMessages() {
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
