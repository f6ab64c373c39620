import type { FastifyReply } from 'fastify';
import { callerLeft } from './problems.ts';

/**
 * Aborted when the caller closes the connection before the response. Fastify's own `request.signal` is aborted by the
 * end of the request's body already.
 */
export function leavingSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort(callerLeft());
  });
  return leaving.signal;
}
