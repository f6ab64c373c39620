import type { MessageRow } from '@gerbang/contracts/messages.types';
import { ListFrame } from '@gerbang/web-kit/components/list-frame';
import { useQueryClient } from '@gerbang/web-kit/query-client';
import { useShortcuts } from '@gerbang/web-kit/shortcuts';
import { MessageSquareText } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Counters, MessagesFilters } from './messages-filters.tsx';
import { MessagesTable } from './messages-table.tsx';
import { KEY, PAGE_SIZE, useMessageCounts, useMessages } from './messages.api.ts';
import { messagesCopy as copy } from './messages.copy.ts';
import { useMessagesPlace } from './use-messages-place.ts';
import { useOpenedMessage } from './use-opened-message.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const DetailDialog = lazy(() =>
  import('./detail-dialog.tsx').then((part) => ({ default: part.DetailDialog })),
);
const ResendDialog = lazy(() =>
  import('./resend-dialog.tsx').then((part) => ({ default: part.ResendDialog })),
);

/** /admin/messages: what went to whom, what has failed and why, and once more. */
export function MessagesPage() {
  const place = useMessagesPlace();
  const list = useMessages(place);
  const counts = useMessageCounts(place);
  const client = useQueryClient();
  const opened = useOpenedMessage();
  const [asked, setAsked] = useState<MessageRow | null>(null);
  const find = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => find.current?.focus() }, opened.id === null && asked === null);
  const reload = () => {
    void client.invalidateQueries({ queryKey: [KEY, 'page'] });
    void client.invalidateQueries({ queryKey: [KEY, 'summary'] });
  };
  return (
    <>
      <ListFrame
        list={list}
        state={place}
        pageSize={PAGE_SIZE}
        texts={copy}
        icon={<MessageSquareText size={28} />}
        counters={<Counters place={place} counts={counts.data} />}
        filters={<MessagesFilters place={place} />}
        findRef={find}
        onReload={reload}
      >
        {(rows) => <MessagesTable rows={rows} onOpen={(row) => opened.open(row.id)} onResend={setAsked} />}
      </ListFrame>
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
