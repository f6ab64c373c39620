import {
  getNotificationSettings,
  listNotifications,
  readNotifications,
  setNotificationSettings,
} from '@gerbang/contracts/notifications';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { mount } from '@gerbang/service-kit/http/mount';
import { sendList } from '@gerbang/service-kit/http/paging';
import type { App } from '@gerbang/service-kit/http/server';
import type { Context } from '../context.ts';
import { inboxList } from './inbox-list.ts';
import { countInbox, markRead } from './inbox.repository.ts';
import { changeSettings, readSettings } from './message-settings.ts';

/** The calls of one's own inbox. */
export function inboxRoutes(app: App, verifier: Verifier, context: Context): void {
  const db = context.database.knex;

  mount(app, verifier, listNotifications, ({ identity, query, reply }) =>
    sendList(reply, listNotifications.path, query, inboxList(context, identity.sub, query.unread ?? false)),
  );
  mount(app, verifier, readNotifications, async ({ identity, body }) => {
    await markRead(db, identity.sub, body.ids);
    return { unread: await countInbox(db, identity.sub, true) };
  });
  mount(app, verifier, getNotificationSettings, ({ identity }) => readSettings(context, identity.sub));
  mount(app, verifier, setNotificationSettings, ({ identity, body }) =>
    changeSettings(context, identity.sub, body.kinds),
  );
}
