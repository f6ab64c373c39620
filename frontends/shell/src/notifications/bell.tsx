import { IconButton } from '@gerbang/ui/button';
import { noteUnread, unread } from '@gerbang/web-kit/api/client';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { styled } from 'styled-components';
import { SidePart } from '../layout/side-part.tsx';

const loadSheet = () => import('./notifications-sheet.tsx').then((file) => file.NotificationsSheet);
const Sheet = lazyPart(loadSheet);

/** The stream begins when the page stands: what the page shows comes first. */
const STREAM_AFTER_MS = 1500;
const MOST = 99;

// Here and not with the other texts, which come with the sheet.
const labelOf = (count: number) => (count > 0 ? `Pemberitahuan, ${count} belum dibaca` : 'Pemberitahuan');

const Place = styled(IconButton)`
  position: relative;
`;

const Count = styled.span`
  position: absolute;
  inset: 4px 2px auto auto;
  min-width: 18px;
  padding-inline: 4px;
  border-radius: 9px;
  background: var(--bg-subtle);
  box-shadow: 0 0 0 1px var(--border-subtle);
  color: var(--text-primary);
  font-size: 0.6875rem;
  font-weight: 700;
  line-height: 18px;
  text-align: center;
`;

function subscribe(listener: () => void): () => void {
  unread.listeners.add(listener);
  return () => unread.listeners.delete(listener);
}

/** Keeps the number current while the page is open. */
function useStream(): void {
  useEffect(() => {
    let end: (() => void) | undefined;
    let gone = false;
    const timer = setTimeout(() => {
      if (typeof EventSource === 'undefined') return;
      // Without it the number is that of the last read.
      import('./unread-stream.ts').then(
        ({ followUnread }) => {
          if (!gone) end = followUnread();
        },
        () => undefined,
      );
    }, STREAM_AFTER_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
      end?.();
      noteUnread(null);
    };
  }, []);
}

/** The bell with the number of unread messages. Its sheet is fetched when it is pressed. */
export function Bell() {
  const count = useSyncExternalStore(subscribe, () => unread.count) ?? 0;
  const [open, setOpen] = useState(false);
  useStream();
  return (
    <>
      <Place
        label={labelOf(count)}
        aria-haspopup="dialog"
        // A failure is met again, and told, when the sheet is opened.
        onPointerDown={() => void loadSheet().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <BellIcon size={22} aria-hidden="true" />
        {count > 0 ? <Count aria-hidden="true">{count > MOST ? `${MOST}+` : count}</Count> : null}
      </Place>
      {open ? (
        <SidePart>
          <Sheet onClose={() => setOpen(false)} />
        </SidePart>
      ) : null}
    </>
  );
}
