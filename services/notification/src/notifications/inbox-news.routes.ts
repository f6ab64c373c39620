import { countUnread, inboxNews } from '@gerbang/contracts/notification-stream';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import type { App } from '@gerbang/service-kit/http/server';
import type { Context } from '../context.ts';
import { createInboxNews } from './inbox-news.ts';
import { countUnreadOf } from './inbox.repository.ts';

/** The gateways' calls: the number of unread messages of one account, and the subscription to all that change. */
export function inboxNewsRoutes(app: App, verifier: Verifier, context: Context): void {
  const { database, config, log } = context;
  const news = createInboxNews({ url: config.DATABASE_URL, database, logger: log });
  // Before the server waits for open responses.
  app.addHook('preClose', () => news.close());

  mount(app, verifier, countUnread, async ({ identity: { sub } }) => {
    const { [sub]: unread = 0 } = await countUnreadOf(database, [sub]);
    return { unread };
  });
  mount(
    app,
    verifier,
    inboxNews,
    async ({ body, reply }) => {
      reply.hijack();
      reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
      news.join(reply.raw, body.accounts);
      return reply;
    },
    Number.POSITIVE_INFINITY,
  );
}
