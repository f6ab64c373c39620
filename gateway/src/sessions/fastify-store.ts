import type { SessionStore as FastifySessionStore } from '@fastify/session';
import { unauthorized, unavailable } from '@gerbang/service-kit/problems';
import { hashOf, type NewSession, type SessionStore } from './session-store.ts';

declare module 'fastify' {
  interface Session {
    /** Who is logged in; missing where nobody is. */
    user?: NewSession & { readonly sid: string };
  }
}

const LIMIT_MS = 1500;

/** A store that does not answer is a 503 within 2 s, never a 401 (decisions, When a part is down). */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The session store did not answer in time')), LIMIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw unavailable(2, error);
  } finally {
    clearTimeout(timer);
  }
}

/** The name of a session for logs and identities; says nothing about the cookie. */
const nameOf = (id: string) => hashOf(id).toString('base64url').slice(0, 16);

/** Lets @fastify/session work on our store. Sessions of nobody are never kept. */
export function fastifyStore(store: SessionStore): FastifySessionStore {
  return {
    get(id, callback) {
      inTime(store.get(id)).then(
        // The types ask for a cookie, which the plugin makes itself.
        (session) => callback(null, session ? ({ user: { ...session, sid: nameOf(id) } } as never) : null),
        (error: unknown) => callback(error),
      );
    },
    set(id, session, callback) {
      if (!session.user) {
        callback();
        return;
      }
      inTime(store.start(id, session.user)).then(
        (started) =>
          callback(
            started
              ? undefined
              : unauthorized('Sesi Anda telah berakhir. Silakan masuk kembali.', 'session_ended'),
          ),
        (error: unknown) => callback(error),
      );
    },
    destroy(id, callback) {
      inTime(store.end(id)).then(
        () => callback(),
        (error: unknown) => callback(error),
      );
    },
  };
}
