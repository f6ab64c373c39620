import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const access = { kind: 'session' } as const;
const tags = ['pemberitahuan'];
const unreadSchema = z.object({ unread: z.int().min(0) });

/**
 * The number of unread messages, kept current: as server-sent events where the caller accepts `text/event-stream`, else
 * once as JSON, for callers that ask from time to time. The gateway answers it from its one subscription.
 */
export const streamNotifications = endpoint({
  id: 'M03',
  method: 'GET',
  path: '/api/notifications/stream',
  service: 'gateway',
  access,
  summary: 'Jumlah pemberitahuan yang belum dibaca, terus diperbarui selama halaman terbuka',
  tags,
  stream: true,
  response: { 200: unreadSchema },
});

/** The caller's number of unread messages. For the gateway alone, so it is not in the list of all calls. */
export const countUnread = endpoint({
  id: 'M03-unread',
  method: 'GET',
  path: '/api/notifications/unread',
  service: 'notification',
  access,
  summary: 'Jumlah pemberitahuan yang belum dibaca',
  tags,
  response: { 200: unreadSchema },
});

/** How many streams a gateway keeps open, and so how many accounts it asks for at most. */
export const MOST_STREAMS = 2000;

/**
 * The gateway's subscription: lines of JSON, `{"<account>": unread}`, first of the accounts that it names, then of all whose
 * number changes; an empty line shows that it is alive. For the gateway alone.
 */
export const inboxNews = endpoint({
  id: 'M03-news',
  method: 'POST',
  path: '/api/notifications/news',
  service: 'notification',
  access: { kind: 'public' },
  summary: 'Perubahan jumlah pemberitahuan yang belum dibaca',
  tags,
  body: z.strictObject({ accounts: z.array(z.uuid()).max(MOST_STREAMS) }),
  response: { 200: z.record(z.uuid(), z.int()) },
});
/** How often the subscription shows that it is alive. */
export const NEWS_BEAT_MS = 10_000;
