import type { FastifyReply, FastifyRequest } from 'fastify';

/** Several times the largest body of any call; a longer one ends with its connection. */
const MOST_DROPPED = 64_000_000;

/**
 * Reads the rest of a refused body and drops it. A browser reads the response only after it has sent everything: a
 * connection that is closed before takes the response with it. How long that may take is the server's `requestTimeout`.
 */
export function dropRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  // Only where it is set: else Node could not say that the connection has carried all its requests, and would refuse the next.
  if (reply.hasHeader('connection')) reply.removeHeader('connection');
  let dropped = 0;
  raw.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > MOST_DROPPED) raw.destroy();
  });
  raw.resume();
}
