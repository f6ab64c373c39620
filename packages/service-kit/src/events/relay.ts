import { QUEUES, SUBSCRIPTIONS, type QueueName, type Topic } from '@gerbang/contracts/events';
import type { Database } from '../data/database.ts';
import { listenTo } from '../data/listen.ts';
import type { Logger } from '../program/logger.ts';
import type { Metrics } from '../program/metrics.ts';
import type { Bus, BusJob } from './bus.ts';
import { OUTBOX_CHANNEL } from './outbox.ts';
import {
  BATCH,
  claimEvents,
  type ClaimedEvent,
  OUTBOXES,
  type OutboxTable,
  unmarkLost,
  waitingEvents,
} from './relay.repository.ts';

const POLL_MS = 1000;
/** Events that are published meanwhile share a batch. */
const GATHER_MS = 10;

const KNOWN: Readonly<Record<OutboxTable, readonly string[]>> = {
  outbox_events: Object.keys(SUBSCRIPTIONS),
  outbox: QUEUES,
};
const queuesOf = (table: OutboxTable, to: string): readonly QueueName[] =>
  table === 'outbox' ? [to as QueueName] : SUBSCRIPTIONS[to as Topic];

const jobOf = ({ id, type, version, sealed, request_id }: ClaimedEvent): BusJob => ({
  id,
  type,
  version,
  sealed,
  ...(request_id && { requestId: request_id }),
});

export interface RelayOptions {
  readonly url: string;
  readonly database: Database;
  readonly bus: Bus;
  readonly logger: Logger;
  readonly metrics?: Metrics;
}

/**
 * Moves outbox rows to the queues that read them, woken by NOTIFY and by a poll each second. Rows are locked with SKIP
 * LOCKED, so that several relays share the work; a row stays marked as sent only when all its queues have it.
 */
export class Relay {
  readonly #options: RelayOptions;
  #closed = false;
  #running: Promise<void> | null = null;
  #again = false;
  #generation = '';
  /** Whether a poll is due: the store's generation and the former outbox are looked at once a second. */
  #polls = true;
  #failing = false;
  readonly #timer: NodeJS.Timeout;
  readonly #listening: ReturnType<typeof listenTo>;

  constructor(options: RelayOptions) {
    this.#options = options;
    const { metrics, database, url } = options;
    metrics?.gauge(
      'outbox_age_seconds',
      'Age of the oldest event that waits',
      async () => (await waitingEvents(database)).age,
    );
    metrics?.gauge(
      'outbox_waiting',
      'Events that wait for the queue',
      async () => (await waitingEvents(database)).count,
    );
    const poll = () => {
      this.#polls = true;
      this.wake();
    };
    this.#timer = setInterval(poll, POLL_MS);
    this.#listening = listenTo(url, OUTBOX_CHANNEL, () => this.#gather());
    poll();
  }

  wake(): void {
    this.#again = true;
    if (this.#closed || this.#running) return;
    this.#running = this.#drain()
      .catch((error: unknown) => {
        const { logger } = this.#options;
        if (!this.#failing) logger.warn({ err: error }, 'outbox relay will try again each second');
        this.#failing = true;
        this.#polls = true;
      })
      .finally(() => {
        this.#running = null;
      });
  }

  async #drain(): Promise<void> {
    do {
      this.#again = false;
      const polls = this.#polls;
      if (polls) await this.#checkStore();
      for (const table of polls ? OUTBOXES : OUTBOXES.slice(0, 1)) {
        while (!this.#closed && (await this.#sendSome(table)) === BATCH);
      }
    } while (this.#again && !this.#closed);
    this.#failing = false;
  }

  /**
   * Finds out whether the queue's store is still the one that has what was sent. Between two looks rows are marked with the
   * former generation, so that the next look lets them be sent again.
   */
  async #checkStore(): Promise<void> {
    const { database, bus } = this.#options;
    const current = await bus.generation();
    if (current !== this.#generation) {
      for (const table of OUTBOXES) await unmarkLost(database.knex, table, current);
      this.#generation = current;
    }
    this.#polls = false;
  }

  async #sendSome(table: OutboxTable): Promise<number> {
    const { database, bus } = this.#options;
    return database.preparedTransaction(async (run) => {
      const events = await claimEvents(run, table, this.#generation, KNOWN[table]);
      const byQueue = new Map<QueueName, BusJob[]>();
      for (const event of events) {
        for (const queue of queuesOf(table, event.to)) {
          byQueue.set(queue, [...(byQueue.get(queue) ?? []), jobOf(event)]);
        }
      }
      const added = await Promise.allSettled([...byQueue].map(([queue, jobs]) => bus.addAll(queue, jobs)));
      for (const result of added) if (result.status === 'rejected') throw result.reason;
      return events.length;
    });
  }

  #gathering = false;
  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    setTimeout(() => {
      this.#gathering = false;
      this.wake();
    }, GATHER_MS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#running;
    await this.#listening.close();
  }
}

/** Starts the relay of a service's outbox. */
export const startRelay = (options: RelayOptions): Relay => new Relay(options);
