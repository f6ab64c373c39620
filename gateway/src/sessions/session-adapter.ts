import { hash } from 'node:crypto';
import type { SessionData, SessionStore } from './session-store.ts';

/** A session as the session plugin keeps it on the request; without `userId` nobody is logged in. */
export interface SessionFields extends Partial<SessionData> {
  /** The store did not answer: whoever needs a session gets 503, never 401 (Precisions, When a part is down). */
  readonly outage?: boolean;
}

/** The epoch of the user moved on while the session was being made. */
export class StaleEpoch extends Error {
  override readonly name = 'StaleEpoch';
}

/** The store's name of a session id. */
export function hashOf(sessionId: string): string {
  return hash('sha256', sessionId, 'base64url');
}

const FIELDS = ['userId', 'role', 'epoch', 'mustChangePassword', 'createdAt', 'lastSeen'] as const;

type Done = (error?: unknown, session?: unknown) => void;

/** Our store in the form that the session plugin asks for. Anonymous sessions are never stored. */
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
