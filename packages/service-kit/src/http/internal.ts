import { createHash, timingSafeEqual } from 'node:crypto';
import type { InternalCall } from '@gerbang/contracts/internal-calls';
import { type ProblemCode, problemSchema } from '@gerbang/contracts/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Origin } from '../audit/audit.ts';
import { notFound, Problem, unavailable } from './problems.ts';

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
  /** Longer for a call that makes one of its own. */
  readonly limitMs?: number;
}

const LIMIT_MS = 2000;

/** Calls another service; returns status and JSON body of its response. 503 without a clear response in time, 2 s mostly. */
export async function callInternal<B extends z.ZodObject>(
  call: InternalCall<B>,
  { origin, key, requestId, limitMs = LIMIT_MS }: InternalTarget,
  body: z.input<B>,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(new URL(call.path, origin), {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
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

const refusalSchema = problemSchema.pick({ code: true, message: true, details: true });

/** The same for a call whose refusals are the user's: a 409 is thrown as the other service worded it, all else unclear is 503. */
export async function callOrRefuse<B extends z.ZodObject, R extends z.ZodType>(
  call: InternalCall<B, R>,
  target: InternalTarget,
  sent: z.input<B>,
): Promise<z.output<R>> {
  const { status, body } = await callInternal(call, target, sent);
  const refusal = status === 409 ? refusalSchema.safeParse(body) : undefined;
  if (refusal?.success) {
    const { code, message, details } = refusal.data;
    throw new Problem(409, code as ProblemCode, message, details ? { details } : {});
  }
  const read = call.response.safeParse(body);
  if (status !== 200 || !read.success) throw unavailable(5, new Error(`${call.path} responded ${status}`));
  return read.data;
}
