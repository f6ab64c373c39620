import type { ServerResponse } from 'node:http';
import { NEWS_BEAT_MS } from '@gerbang/contracts/notification-stream';
import type { Database } from '@gerbang/service-kit/data/database';
import { listenTo } from '@gerbang/service-kit/data/listen';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { countUnreadOf } from './inbox.repository.ts';

/** Changes within so many milliseconds are counted together: a wave of messages is one statement. */
const GATHER_MS = 200;

export interface InboxNews {
  /** Sends the numbers of these accounts, and from then on of all that change, until the response ends. */
  join(gateway: ServerResponse, accounts: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * Sends gateways the number of an account's unread messages whenever it changes, at any process: the database names the
 * accounts. Numbers are read one after the other, so that an older one never follows a newer one.
 */
export function createInboxNews(parts: {
  readonly url: string;
  readonly database: Database;
  readonly logger: Logger;
}): InboxNews {
  const gateways = new Set<ServerResponse>();
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let told: Promise<void> = Promise.resolve();
  let listening: ReturnType<typeof listenTo> | undefined;

  /** Ends the subscriptions: gateways begin new ones and name the accounts whose numbers they need. */
  function hangUp(): void {
    for (const gateway of gateways) gateway.end();
    gateways.clear();
  }

  async function tell(): Promise<void> {
    const accounts = [...changed];
    changed = new Set();
    if (gateways.size === 0 || accounts.length === 0) return;
    try {
      const line = `${JSON.stringify(await countUnreadOf(parts.database, accounts))}\n`;
      for (const gateway of gateways) gateway.write(line);
    } catch (error) {
      parts.logger.warn({ err: error }, 'numbers of unread messages could not be read');
      hangUp();
    }
  }

  function note(accounts: readonly string[]): void {
    for (const account of accounts) changed.add(account);
    timer ??= setTimeout(() => {
      timer = undefined;
      told = told.then(tell);
    }, GATHER_MS);
  }

  const beat = setInterval(() => {
    for (const gateway of gateways) gateway.write('\n');
  }, NEWS_BEAT_MS).unref();

  return {
    join(gateway, accounts) {
      listening ??= listenTo(parts.url, 'inbox', (ids) => note(ids.split(',')), hangUp);
      gateways.add(gateway);
      gateway.once('close', () => gateways.delete(gateway));
      gateway.write('\n');
      // What changes before the channel is heard is in these numbers.
      void listening.ready.then(() => note(accounts));
    },
    async close() {
      clearInterval(beat);
      clearTimeout(timer);
      hangUp();
      await listening?.close();
      await told;
    },
  };
}
