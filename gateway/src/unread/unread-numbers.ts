import { setTimeout as sleep } from 'node:timers/promises';
import { inboxNews, NEWS_BEAT_MS } from '@gerbang/contracts/notification-stream';
import { IDENTITY_HEADER } from '@gerbang/contracts/identity';
import type { Signer } from '@gerbang/service-kit/http/identity';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Agent } from 'undici';
import { discard, forward } from '../forwarding/forward.ts';

const AGAIN_MS = 1000;
const MAX_KNOWN = 20_000;

type Listener = (unread: number) => void;

interface Parts {
  readonly agent: Agent;
  readonly origin: string;
  readonly sign: Signer;
  readonly logger: Pick<Logger, 'warn'>;
  /** Whether the gateway has no time for reads that can wait. */
  readonly busy: () => boolean;
}

/** The lines of a response as they come. */
async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
}

/**
 * How many unread messages the users of this gateway have. From the first read on, one subscription at the notification
 * service keeps the numbers that were read current, so that they are not read again; while it is broken, every number is.
 */
export class UnreadNumbers {
  readonly #parts: Parts;
  readonly #known = new Map<string, number>();
  readonly #watchers = new Map<string, Set<Listener>>();
  readonly #reading = new Map<string, Promise<number | null>>();
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;
  #current = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The user's number where it is known without a call. */
  known(userId: string): number | undefined {
    return this.#known.get(userId);
  }

  /** The user's number, read where it is not known; null in a crowd and where the read fails. */
  async of(userId: string, read: () => Promise<number>): Promise<number | null> {
    const known = this.#known.get(userId);
    if (known !== undefined) return known;
    if (this.#parts.busy()) return null;
    this.#running ??= this.#run();
    return this.#reading.get(userId) ?? this.#read(userId, read);
  }

  /** The user's number is read again: it changed by a call through this gateway. */
  forget(userId: string): void {
    this.#known.delete(userId);
    this.#reading.delete(userId);
  }

  /** Calls the listener whenever the user's number changes, until the returned function is called. */
  watch(userId: string, listener: Listener): () => void {
    this.#running ??= this.#run();
    const listeners = this.#watchers.get(userId) ?? new Set();
    this.#watchers.set(userId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#watchers.delete(userId);
    };
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The gateway closes'));
    await this.#running;
  }

  #read(userId: string, read: () => Promise<number>): Promise<number | null> {
    const reading = read().catch((error: unknown) => {
      this.#parts.logger.warn({ err: error }, 'the number of unread messages could not be read');
      return null;
    });
    this.#reading.set(userId, reading);
    void reading.then((unread) => {
      if (this.#reading.get(userId) !== reading) return;
      this.#reading.delete(userId);
      // A number that was told meanwhile is newer.
      if (unread !== null && this.#current && !this.#known.has(userId)) this.#keep(userId, unread);
    });
    return reading;
  }

  #keep(userId: string, unread: number): void {
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(userId, unread);
  }

  #hear(line: string): void {
    for (const [userId, unread] of Object.entries(inboxNews.response[200].parse(JSON.parse(line)))) {
      const listeners = this.#watchers.get(userId);
      if (!listeners && !this.#known.has(userId) && !this.#reading.has(userId)) continue;
      this.#keep(userId, unread);
      for (const listener of listeners ?? []) listener(unread);
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    let failing = false;
    while (!signal.aborted) {
      try {
        await this.#subscribe(() => {
          failing = false;
        });
      } catch (error) {
        if (!failing && !signal.aborted) {
          this.#parts.logger.warn({ err: error }, 'numbers of unread messages are not current');
        }
        failing = true;
      }
      this.#current = false;
      this.#known.clear();
      // Ends early when the gateway closes.
      await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Follows one subscription to its end. */
  async #subscribe(begun: () => void): Promise<void> {
    const { agent, origin, sign } = this.#parts;
    const anybody = { sub: null, role: null, sid: '', mcp: false, ip: '' };
    const { statusCode, body } = await forward(agent, {
      origin,
      path: inboxNews.path,
      method: inboxNews.method,
      headers: { [IDENTITY_HEADER]: sign(anybody, inboxNews.service), 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ accounts: [...this.#watchers.keys()] })),
      signal: this.#closing.signal,
      idleTimeoutMs: NEWS_BEAT_MS * 2.5,
    });
    if (statusCode !== 200 || Buffer.isBuffer(body)) {
      discard(body);
      throw new Error(`${inboxNews.path} answered ${statusCode}`);
    }
    this.#current = true;
    begun();
    for await (const line of linesOf(body)) this.#hear(line);
  }
}
