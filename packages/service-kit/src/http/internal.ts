import { createHash, timingSafeEqual } from 'node:crypto';
import type { InternalCall } from '@gerbang/contracts/internal-calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Origin } from '../audit/audit.ts';
import { notFound, unavailable } from './problems.ts';

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

/** Mounts a call from service to service under the services' shared key. */
export function mountInternal<B extends z.ZodObject, R extends z.ZodType<object>>(
  app: FastifyInstance,
  key: string,
  call: InternalCall<B, R>,
  handler: (body: z.output<B>, origin: Origin) => Promise<z.input<R>>,
): void {
  app.route({
    method: 'POST',
    url: call.path,
    schema: { body: call.body },
    onRequest: requireKey(key),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const origin = { address: request.ip, requestId: String(request.id) };
      return handler(request.body as z.output<B>, origin);
    },
  });
}

/** Where a call goes: the origin of the service, the shared key, the id of the request that causes the call. */
export interface InternalTarget {
  readonly origin: string;
  readonly key: string;
  readonly requestId?: string;
}

const LIMIT_MS = 2000;

/** Calls another service; returns status and JSON body of its response. 503 without a clear response within 2 s. */
export async function callInternal<B extends z.ZodObject>(
  call: InternalCall<B>,
  { origin, key, requestId }: InternalTarget,
  body: z.input<B>,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(new URL(call.path, origin), {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(requestId && { 'x-request-id': requestId }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  } catch (error) {
    throw unavailable(5, error);
  }
}
