import {
  EVENTS_TOGETHER,
  isGathered,
  isWaveTopic,
  QUEUES,
  SUBSCRIPTIONS,
  type QueueName,
  type Topic,
} from '@gerbang/contracts/event-queues';
import { uuidv7 } from 'uuidv7';
import type { Database } from '../data/database.ts';
import { listenTo } from '../data/listen.ts';
import type { Logger } from '../program/logger.ts';
import type { Metrics } from '../program/metrics.ts';
import type { Bus } from './bus.ts';
import { type BusJob, TOGETHER } from './bus-job.ts';
import { OUTBOX_CHANNEL } from '../data/last-rows.ts';
import { CALM, WAVE } from './outbox.ts';
import type { Lane } from './pressure.ts';
import {
  anyWaits,
  claimEvents,
  type ClaimedEvent,
  OUTBOXES,
  type OutboxTable,
  unmarkLost,
  waitingEvents,
} from './relay.repository.ts';

const POLL_MS = 1000;
/**
 * Events that are published meanwhile share a batch. Where no caller waits for them a batch follows the last one by this
 * time at least, and waits for more while they come: one that comes alone goes at once, and many gather. Else those who
 * read the first would take the processors from the calls that bring the others.
 */
export const GATHER_MS = 10;
export const CALM_GATHER_MS = 50;
export const GATHER_MOST_MS = 300;

/** Waves whose notification was lost are looked for with every fifth poll, after it, so that one connection is enough. */
const POLLS_PER_WAVES = 5;

/** What is relayed together: rows for these places, at most so many in a transaction. */
interface Part {
  readonly known: readonly string[];
  readonly most: number;
}

const TOPICS = Object.keys(SUBSCRIPTIONS);
const USUAL: Readonly<Record<OutboxTable, Part>> = {
  outbox_events: { known: TOPICS.filter((topic) => !isWaveTopic(topic)), most: 200 },
  outbox: { known: QUEUES, most: 200 },
};
/** Few at once, so that the pace is looked at in between. */
const WAVES: Part = { known: TOPICS.filter(isWaveTopic), most: 20 };
const UNPACED: Pick<Lane, 'run' | 'finished'> = { run: (work) => work(), finished: () => undefined };
const queuesOf = (table: OutboxTable, to: string): readonly QueueName[] =>
  table === 'outbox' ? [to as QueueName] : SUBSCRIPTIONS[to as Topic];

const jobOf = ({ id, type, version, sealed, request_id }: ClaimedEvent): BusJob => ({
  id,
  type,
  version,
  sealed,
  ...(request_id && { requestId: request_id }),
});

/**
 * The jobs of events for one place: one each, or one for many where they travel together. Such a job has a new id each
 * time, because a repetition after a failure may have other events beside the same; consumers skip what they have handled.
 */
function jobsOf(to: string, events: readonly ClaimedEvent[]): BusJob[] {
  if (!isGathered(to) || events.length === 1) return events.map(jobOf);
  return Array.from({ length: Math.ceil(events.length / EVENTS_TOGETHER) }, (_none, at) => {
    const together = events.slice(at * EVENTS_TOGETHER, (at + 1) * EVENTS_TOGETHER).map(jobOf);
    return { id: uuidv7(), type: TOGETHER, version: 1, sealed: '', events: together };
  });
}

export interface RelayOptions {
  readonly url: string;
  readonly database: Database;
  readonly bus: Bus;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** The pace of waves; without one they go as fast as everything else. */
  readonly lane?: Pick<Lane, 'run' | 'finished'>;
  /** The clock by which events gather; `performance.now()` unless given. */
  readonly time?: () => number;
}

/** Work that is done again where it was woken meanwhile. */
class Loop {
  readonly #work: () => Promise<void>;
  readonly #failed: (error: unknown) => void;
  #again = false;
  #closed = false;
  #running: Promise<void> | null = null;

  constructor(work: () => Promise<void>, failed: (error: unknown) => void) {
    this.#work = work;
    this.#failed = failed;
  }

  wake(): void {
    this.#again = true;
    if (this.#closed || this.#running) return;
    this.#running = this.#run()
      .catch(this.#failed)
      .finally(() => {
        this.#running = null;
      });
  }

  async #run(): Promise<void> {
    do {
      this.#again = false;
      await this.#work();
    } while (this.#again && !this.#closed);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }
}

/**
 * Moves outbox rows to the queues that read them, woken by NOTIFY and by a poll each second. Rows are locked with SKIP
 * LOCKED, so that several relays share the work; a row stays marked as sent only when all its queues have it. Waves of bulk
 * work go beside the rest, at a pace of their own.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #time: () => number;
  #closed = false;
  readonly #usual: Loop;
  readonly #waves: Loop;
  #generation = '';
  /** Whether a poll is due: the store's generation and the former outbox are looked at once a second. */
  #polls = true;
  #failing = false;
  #looks = 0;
  readonly #timer: NodeJS.Timeout;
  readonly #listening: ReturnType<typeof listenTo>;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#time = options.time ?? (() => performance.now());
    const failed = (error: unknown) => {
      if (!this.#failing) options.logger.warn({ err: error }, 'outbox relay will try again each second');
      this.#failing = true;
      this.#polls = true;
    };
    this.#usual = new Loop(() => this.#sendUsual(), failed);
    this.#waves = new Loop(() => this.#sendWaves(), failed);
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
    this.#listening = listenTo(url, OUTBOX_CHANNEL, (payload) => {
      this.#gather(payload === CALM);
      if (payload === WAVE) this.#waves.wake();
    });
    poll();
  }

  /** Resolves when commits wake the relay; what was committed before waits for a poll. */
  get ready(): Promise<void> {
    return this.#listening.ready;
  }

  wake(): void {
    this.#usual.wake();
  }

  async #sendUsual(): Promise<void> {
    const polls = this.#polls;
    if (polls) await this.#checkStore();
    for (const table of polls ? OUTBOXES : OUTBOXES.slice(0, 1)) {
      const part = USUAL[table];
      // A poll finds nothing most of the time, and a look costs a third of a claim.
      if (polls && !(await anyWaits(this.#options.database, table, part.known))) continue;
      while (!this.#closed && (await this.#sendSome(table, part)) === part.most);
    }
    this.#failing = false;
    if (polls && ++this.#looks % POLLS_PER_WAVES === 0) this.#waves.wake();
  }

  async #sendWaves(): Promise<void> {
    const { lane = UNPACED, database } = this.#options;
    if (!(await anyWaits(database, 'outbox_events', WAVES.known))) return lane.finished();
    while (!this.#closed && (await lane.run(() => this.#sendSome('outbox_events', WAVES))) === WAVES.most);
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
      this.#waves.wake();
    }
    this.#polls = false;
  }

  async #sendSome(table: OutboxTable, part: Part): Promise<number> {
    const { database, bus } = this.#options;
    return database.preparedTransaction(async (run) => {
      const events = await claimEvents(run, table, this.#generation, part);
      const byQueue = new Map<QueueName, BusJob[]>();
      for (const [to, some] of Map.groupBy(events, (event) => event.to)) {
        const jobs = jobsOf(to, some);
        for (const queue of queuesOf(table, to)) byQueue.set(queue, [...(byQueue.get(queue) ?? []), ...jobs]);
      }
      const added = await Promise.allSettled([...byQueue].map(([queue, jobs]) => bus.addAll(queue, jobs)));
      for (const result of added) if (result.status === 'rejected') throw result.reason;
      return events.length;
    });
  }

  /** When a commit woke the relay last. */
  #wokenAt = 0;
  /** When the relay wakes next, the timer that wakes it, and since when all that waits may wait; null = something may not. */
  #next:
    | { readonly at: number; readonly timer: NodeJS.Timeout; readonly calmSince: number | null }
    | undefined;

  /** Wakes soon; where no caller waits, after a moment in which nothing came. */
  #gather(calm: boolean): void {
    const [now, next] = [this.#time(), this.#next];
    const calmSince = calm ? (next ? next.calmSince : now) : null;
    const at =
      calmSince === null
        ? Math.min(now + GATHER_MS, next?.at ?? Infinity)
        : next
          ? Math.min(now + CALM_GATHER_MS, calmSince + GATHER_MOST_MS)
          : Math.max(now + GATHER_MS, this.#wokenAt + CALM_GATHER_MS);
    clearTimeout(next?.timer);
    const timer = setTimeout(() => {
      this.#next = undefined;
      this.#wokenAt = this.#time();
      this.wake();
    }, at - now);
    this.#next = { at, timer, calmSince };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#next?.timer);
    clearInterval(this.#timer);
    await Promise.all([this.#usual.close(), this.#waves.close()]);
    await this.#listening.close();
  }
}

/** Starts the relay of a service's outbox. */
export const startRelay = (options: RelayOptions): Relay => new Relay(options);
