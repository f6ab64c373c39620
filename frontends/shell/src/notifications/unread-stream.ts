import { streamNotifications } from '@gerbang/contracts/notification-stream';
import { ApiError, call, noteUnread } from '@gerbang/web-kit/api/client';

const AGAIN_MS = 60_000;

/**
 * Follows the number of unread messages while the page is visible, by a stream; where that is refused, asks once a minute.
 * Returns the function that ends it.
 */
export function followUnread(): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  async function ask(): Promise<void> {
    try {
      noteUnread((await call(streamNotifications, {})).unread);
    } catch (error) {
      // The session is over; the page itself notices by its next call.
      if (error instanceof ApiError && error.status === 401) return;
    }
    follow();
  }

  function follow(): void {
    stop();
    if (document.visibilityState !== 'visible') return;
    const opened = new EventSource(streamNotifications.path);
    source = opened;
    opened.addEventListener('message', ({ data }: MessageEvent<string>) =>
      noteUnread((JSON.parse(data) as { unread: number }).unread),
    );
    opened.addEventListener('error', () => {
      // A connection that was lost is made again by the browser; one that was refused is not.
      if (source !== opened || opened.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(() => void ask(), AGAIN_MS);
    });
  }

  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop();
  };
}
