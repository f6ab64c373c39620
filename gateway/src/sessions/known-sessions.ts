import { isExpired, type SessionData, type SessionStore } from './session-store.ts';

/** How long a session that was read may be used again; a lost message costs no more. */
export const KNOWN_MS = 5000;
const MAX_KNOWN = 20_000;

interface Known {
  readonly data: SessionData;
  /** When the read began. */
  readonly readAt: number;
}

export interface KnownSessions extends SessionStore {
  /** Reads again the session with this hash, or the sessions of the user with this id, from now on. */
  readonly forget: (key: string) => void;
  /** Calls the listener with each such key from now on, after it was forgotten. */
  readonly onForget: (listener: (key: string) => void) => void;
}

/** Deletes what is older than `KNOWN_MS`; both maps are in the order of time. */
function dropOld<V>(map: Map<string, V>, timeOf: (value: V) => number, time: number): void {
  for (const [key, value] of map) {
    if (time - timeOf(value) < KNOWN_MS) return;
    map.delete(key);
  }
}

/**
 * A store that remembers what it read for at most 5 s. A change by this gateway counts before it returns, whatever the
 * store made of it; changes by other gateways count as soon as `forget` is called. `now` is the clock of the sessions'
 * age, `time` a clock that is never set.
 */
export function knownSessions(
  store: SessionStore,
  now: () => number,
  time: () => number = () => performance.now(),
): KnownSessions {
  const known = new Map<string, Known>();
  // Keys that were forgotten, because a read that began before may end after.
  const forgotten = new Map<string, number>();
  let allForgotten = Number.NEGATIVE_INFINITY;
  const listeners: ((key: string) => void)[] = [];

  const forgottenAt = (key: string) => forgotten.get(key) ?? Number.NEGATIVE_INFINITY;
  const isCurrent = (hash: string, { data, readAt }: Known): boolean =>
    readAt > allForgotten && readAt > forgottenAt(hash) && readAt > forgottenAt(data.userId);

  function keep(hash: string, entry: Known): void {
    if (!isCurrent(hash, entry)) return;
    known.delete(hash);
    dropOld(known, ({ readAt }) => readAt, time());
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(hash, entry);
  }

  function forget(key: string): void {
    const at = time();
    forgotten.delete(key);
    dropOld(forgotten, (moment) => moment, at);
    if (forgotten.size >= MAX_KNOWN) {
      allForgotten = at;
      forgotten.clear();
    }
    forgotten.set(key, at);
    for (const listener of listeners) listener(key);
  }

  /** The change and then, also after a failure, the end of what was known before it. */
  async function changing<T>(key: string, change: Promise<T>): Promise<T> {
    try {
      return await change;
    } finally {
      forget(key);
    }
  }

  return {
    ...store,
    forget,
    onForget: (listener) => void listeners.push(listener),
    async read(hash) {
      const readAt = time();
      const entry = known.get(hash);
      const isFresh = entry && readAt - entry.readAt < KNOWN_MS && isCurrent(hash, entry);
      // The store decides on an expired one: another gateway may have noted a later request.
      if (isFresh && !isExpired(entry.data, now())) return entry.data;
      const data = await store.read(hash);
      if (data) keep(hash, { data: Object.freeze(data), readAt });
      return data;
    },
    create: (hash, data) => changing(data.userId, store.create(hash, data)),
    touch: (hash) => changing(hash, store.touch(hash)),
    prove: (hash) => changing(hash, store.prove(hash)),
    destroy: (hash) => changing(hash, store.destroy(hash)),
    destroyOwn: (userId, id) => changing(userId, store.destroyOwn(userId, id)),
    destroyOthers: (userId, hash) => changing(userId, store.destroyOthers(userId, hash)),
    revokeUser: (userId, epoch) => changing(userId, store.revokeUser(userId, epoch)),
  };
}
