import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Origin } from '../audit/audit.ts';
import { notFound } from './problems.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Guards calls from service to service: the gateway does not route them, and a caller that reaches the service directly
 * must send the services' shared key. Any other caller gets a 404.
 */
function requireKey(key: string) {
  const expected = digest(`Bearer ${key}`);
  return async (request: FastifyRequest): Promise<void> => {
    // Hashes have equal lengths, so that the time reveals neither content nor length.
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return;
    request.log.warn({ event: 'internal_call_refused' });
    throw notFound('Alamat ini tidak ada.');
  };
}

/** Mounts one call from service to service: POST with a JSON body, answered by a JSON object. */
export function mountInternal<S extends z.ZodObject>(
  app: FastifyInstance,
  call: { readonly key: string; readonly path: `/internal/${string}`; readonly body: S },
  handler: (body: z.output<S>, origin: Origin) => Promise<object>,
): void {
  app.route({
    method: 'POST',
    url: call.path,
    schema: { body: call.body },
    onRequest: requireKey(call.key),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const origin = { address: request.ip, requestId: String(request.id) };
      return handler(request.body as z.output<S>, origin);
    },
  });
}
