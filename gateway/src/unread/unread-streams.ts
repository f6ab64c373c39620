import type { ServerResponse } from 'node:http';
import { MOST_STREAMS } from '@gerbang/contracts/notification-stream';
import { tooMany, unavailable } from '@gerbang/service-kit/http/problems';
import type { KnownSessions } from '../sessions/known-sessions.ts';
import { isExpired, type SessionData } from '../sessions/session-store.ts';
import type { UnreadNumbers } from './unread-numbers.ts';

const A_SESSION = 2;
/** Pages ask after so many seconds where they get no stream. */
export const AGAIN_SECONDS = 60;
const BEAT_SECONDS = 25;
/** How often a stream's session is read again, in case that its end was told and not heard. */
const CHECK_EVERY_BEATS = 4;
/** More unsent bytes than this: the phone is gone, although its connection is not. */
const MOST_UNSENT = 1024;

interface Stream {
  readonly raw: ServerResponse;
  readonly hash: string;
  session: SessionData;
  sent: number;
  beats: number;
}

interface Parts {
  readonly store: KnownSessions;
  readonly unread: UnreadNumbers;
  readonly busy: () => boolean;
  readonly now: () => number;
}

const eventOf = (unread: number) => `data: {"unread":${unread}}\n\n`;

/** Writes to a stream that has not ended: one whose phone takes nothing more stays open a while after its end. */
function write({ raw }: Stream, text: string): void {
  if (!raw.writableEnded) raw.write(text);
}

/**
 * The open streams of this gateway. One timer serves all of them: each second those whose turn it is get a heartbeat. A
 * stream ends with its session, wherever that ends.
 */
export class UnreadStreams {
  readonly #parts: Parts;
  readonly #turns = Array.from({ length: BEAT_SECONDS }, () => new Set<Stream>());
  /** By the session's hash, and by the user's id. */
  readonly #byKey = new Map<string, Set<Stream>>();
  readonly #timer: NodeJS.Timeout;
  #turn = 0;
  size = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#beat(), 1000).unref();
    parts.store.onForget((key) => {
      for (const stream of this.#byKey.get(key) ?? []) this.#check(stream);
    });
  }

  /** 503 in a crowd and where the gateway has no room, 429 where the session has its streams already. */
  refuse(hash: string): void {
    if (this.#parts.busy() || this.size >= MOST_STREAMS) throw unavailable(AGAIN_SECONDS);
    if ((this.#byKey.get(hash)?.size ?? 0) >= A_SESSION) throw tooMany(AGAIN_SECONDS);
  }

  /** Sends the number now and whenever it changes, until the session or the connection ends. */
  open(raw: ServerResponse, hash: string, session: SessionData, unread: number): void {
    const stream: Stream = { raw, hash, session, sent: unread, beats: 0 };
    const turn = this.#turns[this.size % BEAT_SECONDS] ?? new Set();
    const unwatch = this.#parts.unread.watch(session.userId, (number) => {
      if (number === stream.sent) return;
      stream.sent = number;
      write(stream, eventOf(number));
    });
    this.size += 1;
    turn.add(stream);
    for (const key of [hash, session.userId])
      this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(stream));
    raw.once('close', () => {
      this.size -= 1;
      turn.delete(stream);
      for (const key of [hash, session.userId]) {
        const streams = this.#byKey.get(key);
        streams?.delete(stream);
        if (streams?.size === 0) this.#byKey.delete(key);
      }
      unwatch();
    });
    raw.write(eventOf(unread));
    // The session may have ended while the number was read.
    this.#check(stream);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const streams of this.#turns) for (const { raw } of streams) raw.end();
  }

  #beat(): void {
    this.#turn = (this.#turn + 1) % BEAT_SECONDS;
    for (const stream of this.#turns[this.#turn] ?? []) {
      if (stream.raw.writableLength > MOST_UNSENT) stream.raw.destroy();
      else write(stream, ':\n\n');
      stream.beats += 1;
      const isDue = stream.beats % CHECK_EVERY_BEATS === 0 || isExpired(stream.session, this.#parts.now());
      if (isDue) this.#check(stream);
    }
  }

  /** Ends the stream if its session has ended. Where the store is away, nothing is known and the stream goes on. */
  #check(stream: Stream): void {
    this.#parts.store.read(stream.hash).then(
      (session) => {
        if (session) stream.session = session;
        else stream.raw.end();
      },
      () => undefined,
    );
  }
}
