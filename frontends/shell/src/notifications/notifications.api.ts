import * as calls from '@gerbang/contracts/notifications';
import type { InboxItem } from '@gerbang/contracts/notifications';
import { call, callPage, noteUnread, unread } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { useEffect } from 'react';

const KEY = ['notifications'] as const;
const SETTINGS_KEY = ['notification-settings'] as const;

interface Part {
  readonly limit: string;
  readonly unread?: 'true';
  readonly cursor?: string;
}

/** Reads the inbox again when its number of unread messages changes otherwise than by this page. */
function useNews(): void {
  const client = useQueryClient();
  useEffect(() => {
    let known = unread.count;
    const listener = () => {
      const isFirst = known === null;
      known = unread.count;
      if (isFirst || known === null || client.isMutating({ mutationKey: KEY }) > 0) return;
      void client.invalidateQueries({ queryKey: KEY });
    };
    unread.listeners.add(listener);
    return () => void unread.listeners.delete(listener);
  }, [client]);
}

/** A page of the inbox, read anew whenever it is opened, and while it is open when messages come. */
export function useNotifications(part: Part) {
  useNews();
  return useQuery({
    queryKey: [...KEY, part],
    queryFn: ({ signal }) => callPage(calls.listNotifications, { query: part, signal }),
    staleTime: 0,
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

/** Marks messages as read, all of them without ids; what is shown changes at once. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: KEY,
    mutationFn: (ids?: readonly string[]) =>
      call(calls.readNotifications, { body: ids ? { ids: [...ids] } : { all: true } }),
    onSuccess: ({ unread }, ids) => {
      noteUnread(unread);
      const now = new Date().toISOString();
      const mark = (item: InboxItem) =>
        item.read_at === null && (!ids || ids.includes(item.id)) ? { ...item, read_at: now } : item;
      client.setQueriesData<{ rows: InboxItem[] }>(
        { queryKey: KEY },
        (page) => page && { ...page, rows: page.rows.map(mark) },
      );
    },
  });
}

/** The channel of each kind of message that allows a choice. */
export function useSettings() {
  return useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => call(calls.getNotificationSettings, { signal }),
  });
}

/** Chooses the channel of a kind. */
export function useChooseChannel() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: { kind: string; channel: string }) =>
      call(calls.setNotificationSettings, { body: { kinds: [choice as never] } }),
    onSuccess: (settings) => client.setQueryData(SETTINGS_KEY, settings),
  });
}
