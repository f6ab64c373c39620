import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the browser holds this version already. */
function isKnown(request: FastifyRequest, tag: string): boolean {
  const known = request.headers['if-none-match'];
  return known !== undefined && known.split(',').some((one) => one.trim() === tag);
}

/**
 * Sends JSON that the gateway composed. The browser may keep it where it is complete, and asks each time whether it still
 * holds (304); the tag is a hash and tells nothing.
 */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, complete }: { readonly body: string | Buffer; readonly complete: boolean },
): FastifyReply {
  if (complete) {
    const tag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (isKnown(request, tag)) return reply.code(304).send();
  }
  return reply.type('application/json; charset=utf-8').send(body);
}
