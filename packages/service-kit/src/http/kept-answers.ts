import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const KEPT_MS = 60_000;
/** The most responses that are kept at once; the oldest is dropped first. */
const MOST = 200;

interface Kept {
  readonly until: number;
  readonly answer: Promise<{ readonly body: string; readonly etag: string }>;
}

/**
 * Keeps responses that are costly to make and may be a minute old, by a key of everything that they depend on (filters and
 * role). Simultaneous callers share one computation; a failed one is not kept. No browser writes a response to its disk; a
 * client that keeps its tag in memory asks whether it is still current (304). The tag is a hash of the body.
 */
export function keptAnswers(now: () => number = Date.now) {
  const all = new Map<string, Kept>();

  function keep(key: string, make: () => Promise<unknown>): Kept {
    const answer = make().then((value) => {
      const body = JSON.stringify(value);
      return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` };
    });
    const kept = { until: now() + KEPT_MS, answer };
    all.delete(key);
    all.set(key, kept);
    const [first] = all.keys();
    if (all.size > MOST && first !== undefined) all.delete(first);
    answer.catch(() => {
      if (all.get(key) === kept) all.delete(key);
    });
    return kept;
  }

  /** Sends the answer of the key, made anew where none is kept. */
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: unknown,
    make: () => Promise<unknown>,
  ): Promise<FastifyReply> => {
    const text = JSON.stringify(key);
    const present = all.get(text);
    const { answer } = present && present.until > now() ? present : keep(text, make);
    const { body, etag } = await answer;
    reply.header('etag', etag).header('cache-control', 'no-store');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  };
}
