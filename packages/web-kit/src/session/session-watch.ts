import { useEffect } from 'react';
import type { User } from '@gerbang/contracts/users';
import { sessionLife } from '@gerbang/web-kit/api/client';
import { type QueryClient, USER_KEY, useQueryClient } from '@gerbang/web-kit/api/query-client';
import {
  clearSession,
  forgetReads,
  SESSION_CHANNEL,
  type SessionNote,
  readUser,
  say,
} from '@gerbang/web-kit/session/session';

/** A tab that becomes visible asks for the user at most this often. */
const LOOK_MS = 30_000;
/** A timer that waits for hours comes late after a sleep of the machine. */
const TURN_MS = 30_000;
/** How long other tabs may take to say that the session lives on. */
const REPLY_MS = 500;

const userOf = (client: QueryClient) => client.getQueryData<User | null>(USER_KEY)?.id;

/** Reads the user again; what was read for another one is forgotten. */
async function look(client: QueryClient): Promise<void> {
  // Not by the query, which is cancelled when the page gives way to /auth. Without a connection nothing is known: the page
  // stays, and its next call says so.
  const user = await readUser().catch(() => undefined);
  if (user === undefined) return;
  if (user?.id !== userOf(client)) forgetReads(client);
  client.setQueryData(USER_KEY, user);
}

/** Keeps the tab in step with the session of the browser, which other tabs, the server and time can end. */
function watchSession(client: QueryClient): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(SESSION_CHANNEL);
  let looked = Date.now();
  let timer: ReturnType<typeof setTimeout>;

  function wait(): void {
    timer = setTimeout(check, Math.min(TURN_MS, Math.max(0, sessionLife.until - Date.now())));
  }
  function check(): void {
    clearTimeout(timer);
    if (Date.now() < sessionLife.until) {
      wait();
      return;
    }
    if (channel) say(channel, { ask: true });
    timer = setTimeout(() => {
      if (Date.now() < sessionLife.until) wait();
      else clearSession(client, 'idle');
    }, REPLY_MS);
  }
  function hear({ data }: MessageEvent<SessionNote>): void {
    if ('ask' in data) {
      if (channel) say(channel, { until: sessionLife.until });
    } else if ('until' in data) sessionLife.until = Math.max(sessionLife.until, data.until);
    else if (data.user !== (userOf(client) ?? null)) {
      clearSession(client, 'left');
      if (data.user !== null) void look(client);
    }
  }
  function seen(): void {
    if (document.visibilityState !== 'visible') return;
    if (Date.now() >= sessionLife.until) check();
    else if (Date.now() - looked >= LOOK_MS) {
      looked = Date.now();
      void look(client);
    }
  }

  channel?.addEventListener('message', hear);
  document.addEventListener('visibilitychange', seen);
  wait();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
    channel?.close();
  };
}

/** Clears the screen when the session of the browser ends elsewhere or by time. For the frame of logged-in pages. */
export function useSessionWatch(): void {
  const client = useQueryClient();
  useEffect(() => watchSession(client), [client]);
}
