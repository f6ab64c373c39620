import { Signer } from '@fastify/cookie';
import { hash } from 'node:crypto';
import type { SessionData, SessionStore } from './session-store.ts';

/** A session as the plugin keeps it on the request; without `stored` it is anonymous. */
export interface PluginSession {
  stored?: SessionData;
  /** The store failed: calls that need a session get 503 instead of 401, because the session may be valid. */
  readonly outage?: boolean;
}

/**
 * The plugin looks for changes by hashing the session's JSON twice a request. Ours are saved where they are changed, so a
 * session that was read has no JSON to hash and is never changed.
 */
const UNCHANGED = { toJSON: () => ({}), isModified: () => false };

/** The user's epoch rose while the session was being created. */
export class StaleEpoch extends Error {
  override readonly name = 'StaleEpoch';
}

/** The key of a session in the store. */
export function hashOf(sessionId: string): string {
  return hash('sha256', sessionId, 'base64url');
}

type Done = (error?: unknown, session?: unknown) => void;

/** Adapts the store to the session plugin's interface. Anonymous sessions are never stored. */
export function sessionAdapter(store: SessionStore) {
  return {
    get(id: string, done: Done): void {
      store.read(hashOf(id)).then(
        (data) => done(null, data && { stored: data, ...UNCHANGED }),
        () => done(null, { outage: true, ...UNCHANGED }),
      );
    },
    set(id: string, { stored }: PluginSession, done: Done): void {
      if (!stored) {
        done();
        return;
      }
      store.create(hashOf(id), stored).then((created) => done(created ? null : new StaleEpoch()), done);
    },
    destroy(id: string, done: Done): void {
      store.destroy(hashOf(id)).then(() => done(), done);
    },
  };
}

const MAX_CACHED = 20_000;

/** Signs session ids and caches verified signatures, because the same cookie comes with every request. */
export function cookieSigner(secret: string) {
  const signer = new Signer(secret);
  const idOf = new Map<string, string>();
  const signedOf = new Map<string, string>();

  function remember(id: string, signed: string): void {
    if (idOf.size >= MAX_CACHED) {
      idOf.clear();
      signedOf.clear();
    }
    idOf.set(signed, id);
    signedOf.set(id, signed);
  }

  return {
    sign(id: string): string {
      // Not cached: a new id is signed once, and only a cookie that came back is worth a cache entry.
      return signedOf.get(id) ?? signer.sign(id);
    },
    unsign(signed: string): { valid: boolean; renew: boolean; value: string | null } {
      const id = idOf.get(signed);
      if (id !== undefined) return { valid: true, renew: false, value: id };
      const result = signer.unsign(signed);
      if (result.valid && result.value !== null) remember(result.value, signed);
      return result;
    },
  };
}
