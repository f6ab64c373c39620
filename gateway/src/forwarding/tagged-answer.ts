import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the browser holds this version already. */
function isKnown(request: FastifyRequest, tag: string): boolean {
  const known = request.headers['if-none-match'];
  return known !== undefined && known.split(',').some((one) => one.trim() === tag);
}

/**
 * Sends JSON that the gateway composed. No browser writes it to its disk; a client that keeps the tag of a complete answer in
 * memory asks whether it still holds (304). The tag is a hash and tells nothing.
 */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, complete }: { readonly body: string | Buffer; readonly complete: boolean },
): FastifyReply {
  if (complete) {
    const tag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
    reply.header('etag', tag).header('cache-control', 'no-store');
    if (isKnown(request, tag)) return reply.code(304).send();
  }
  return reply.type('application/json; charset=utf-8').send(body);
}
