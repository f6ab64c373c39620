import { hash } from 'node:crypto';
import type { SessionData, SessionStore } from './session-store.ts';

/** A session as the plugin keeps it on the request; without `userId` it is anonymous. */
export interface SessionFields extends Partial<SessionData> {
  /** The store failed: calls that need a session get 503 instead of 401, because the session may be valid. */
  readonly outage?: boolean;
}

/** The user's epoch rose while the session was being created. */
export class StaleEpoch extends Error {
  override readonly name = 'StaleEpoch';
}

/** The key of a session in the store. */
export function hashOf(sessionId: string): string {
  return hash('sha256', sessionId, 'base64url');
}

const FIELDS = ['userId', 'role', 'epoch', 'mustChangePassword', 'createdAt', 'lastSeen'] as const;

type Done = (error?: unknown, session?: unknown) => void;

/** Adapts the store to the session plugin's interface. Anonymous sessions are never stored. */
export function sessionAdapter(store: SessionStore) {
  return {
    get(id: string, done: Done): void {
      store.read(hashOf(id)).then(
        (data) => done(null, data),
        () => done(null, { outage: true }),
      );
    },
    set(id: string, session: SessionFields, done: Done): void {
      if (session.userId === undefined) {
        done();
        return;
      }
      const data = Object.fromEntries(
        FIELDS.map((field) => [field, session[field]]),
      ) as unknown as SessionData;
      store.create(hashOf(id), data).then((created) => done(created ? null : new StaleEpoch()), done);
    },
    destroy(id: string, done: Done): void {
      store.destroy(hashOf(id)).then(() => done(), done);
    },
  };
}
