import type { InLine } from '@gerbang/contracts/accounts';
import type { Turn } from '@gerbang/service-kit/program/semaphore';
import type { LineStore, Place } from './line-store.ts';
import { type LineTickets, newPlaceId } from './line-tickets.ts';

/** The longest that one request waits for its turn; after it the response is the place in the line. */
export const HOLD_MS = 2000;
/** Requests that wait at once for their turn: each of them holds a connection of the gateway's. */
const MOST_HELD = 128;
/** The least `seconds` of a response to a request that was not held, so that it is not repeated at once. */
const SECONDS_UNHELD = 3;

/** The end of a wait by its reason. */
const NOT_YET = new Error('not yet');
const TURN_LOST = new Error('the place was used by another request');

export interface Visitor {
  /** The key of the one place that a visitor can have: its counter of failures and its network. Most logins need no place. */
  readonly key: () => string;
  /** The identifier and password as typed; a ticket that was given for others does not count. */
  readonly typed: string;
  readonly ticket: string | undefined;
  /** When the visitor came, by `performance.now()`. */
  readonly came: number;
  /** Aborted, with what to throw, when the visitor leaves. */
  readonly signal: AbortSignal;
}

/** A visitor's turn: the order of coming, and the end of the wait. */
interface LineTurn extends Turn {
  /** To be called when the turn has come: takes the place out of the line; rejects if another request has used it. */
  readonly begin: () => Promise<void>;
}

/** How the hasher gets on. */
interface Pace {
  /** Whether a newcomer must wait for a slot. */
  readonly busy: boolean;
  /** How many hashes are done in a second while all slots are taken. */
  readonly perSecond: number;
}

/** The work that was done at its turn, or the place of a request that is to come again. */
export type LineOutcome<T> =
  | { readonly kind: 'done'; readonly result: T }
  | { readonly kind: 'line'; readonly place: InLine };

interface Wait {
  readonly since: number;
  readonly place: Place | undefined;
}

/**
 * The line of logins. In each process the request that came first gets the next slot. A request that cannot be served
 * within two seconds returns a place that all processes share, and the client repeats it with the place's ticket. Only
 * open requests are served, so that no slot waits for a client that has left.
 */
export class LoginLine {
  readonly #store: LineStore;
  readonly #tickets: LineTickets;
  readonly #hasher: Pace;
  /** How long a visitor is held within one request. */
  holdMs: number;
  #held = 0;
  #heldWithPlace = 0;
  /** The length of the line and its pace, as the store last returned them. */
  #known = { length: 0, perSecond: 0, until: 0 };

  constructor(store: LineStore, tickets: LineTickets, hasher: Pace, holdMs = HOLD_MS) {
    this.holdMs = holdMs;
    this.#store = store;
    this.#tickets = tickets;
    this.#hasher = hasher;
  }

  length(): Promise<number> {
    return this.#store.length();
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** Runs `work` at the visitor's turn; returns the place in the line if it does not come within two seconds. */
  async wait<T>(
    visitor: Visitor,
    work: (turn: LineTurn) => Promise<T>,
    crowded = false,
  ): Promise<LineOutcome<T>> {
    const place = await this.#placeOf(visitor);
    const wait = { place, since: place ? performance.now() - place.waitedMs : visitor.came };
    if (crowded || !this.#canHold(place)) return this.#placeFor(visitor, wait, SECONDS_UNHELD);
    const ended = new AbortController();
    const left = Math.max(0, visitor.came + this.holdMs - performance.now());
    const timer = setTimeout(() => ended.abort(NOT_YET), left);
    const leave = () => ended.abort(visitor.signal.reason);
    if (visitor.signal.aborted) leave();
    visitor.signal.addEventListener('abort', leave, { once: true });
    this.#held += 1;
    if (place) this.#heldWithPlace += 1;
    try {
      const result = await work({
        since: wait.since,
        signal: ended.signal,
        begin: async () => {
          clearTimeout(timer);
          if (!place) return;
          this.#known.length = Math.max(0, this.#known.length - 1);
          if (!(await this.#store.begin(place.id))) throw TURN_LOST;
        },
      });
      return { kind: 'done', result };
    } catch (error) {
      if (error === NOT_YET) return this.#placeFor(visitor, wait, 1);
      if (error === TURN_LOST)
        return this.#placeFor(visitor, { since: performance.now(), place: undefined }, SECONDS_UNHELD);
      throw error;
    } finally {
      clearTimeout(timer);
      visitor.signal.removeEventListener('abort', leave);
      this.#held -= 1;
      if (place) this.#heldWithPlace -= 1;
    }
  }

  async #placeOf(visitor: Visitor): Promise<Place | undefined> {
    const id = visitor.ticket && this.#tickets.placeOf(visitor.ticket, visitor.typed);
    return id ? this.#visit(visitor, id, 0) : undefined;
  }

  async #visit({ key }: Visitor, id: string, waitedMs: number): Promise<Place> {
    const place = await this.#store.visit({ id, newId: newPlaceId(), key: key(), waitedMs });
    const { length, perSecond } = place;
    this.#known = { length, perSecond, until: performance.now() + HOLD_MS };
    return place;
  }

  /** Whether the turn may come within the time of one request. */
  #canHold(place: Place | undefined): boolean {
    if (!this.#hasher.busy) return true;
    return (
      this.#held < MOST_HELD && this.#secondsFor(place?.ahead ?? this.#newcomersAhead()) * 1000 <= this.holdMs
    );
  }

  /** The requests before a newcomer: those with a place, at any process, and those held here without one. */
  #newcomersAhead(): number {
    return this.#held - this.#heldWithPlace + this.#lately().length;
  }

  #lately(): { readonly length: number; readonly perSecond: number } {
    return performance.now() < this.#known.until ? this.#known : { length: 0, perSecond: 0 };
  }

  /** About how long a request waits that has so many before it. */
  #secondsFor(ahead: number): number {
    return (ahead + 1) / Math.max(this.#hasher.perSecond, this.#lately().perSecond);
  }

  async #placeFor(
    visitor: Visitor,
    { place, since }: Wait,
    atLeast: number,
  ): Promise<{ readonly kind: 'line'; readonly place: InLine }> {
    const now = await this.#visit(visitor, place?.id ?? '', performance.now() - since);
    return {
      kind: 'line',
      place: {
        ticket: this.#tickets.ticketOf(now.id, visitor.typed),
        place: now.ahead + 1,
        seconds: Math.max(atLeast, Math.ceil(this.#secondsFor(now.ahead))),
      },
    };
  }
}
