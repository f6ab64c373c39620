import { buffer } from 'node:stream/consumers';
import { traced } from '@gerbang/service-kit/program/tracing';
import type { Agent, Dispatcher } from 'undici';
import { Exchange, type Headers, type UpstreamResponse } from './exchange.ts';

export interface UpstreamRequest {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: Buffer | undefined;
  /** Ends the request, where the service should hear that the caller has left. */
  readonly signal?: AbortSignal;
  /** Limit for the whole response in milliseconds, where it is shorter than the agent's. */
  readonly timeoutMs?: number;
  /** Limit for each silence before and within the response, where it differs from the agent's. */
  readonly idleTimeoutMs?: number;
}

/** Drops an unread response; its connection is closed. */
export function discard(body: UpstreamResponse['body']): void {
  if (!Buffer.isBuffer(body)) body.destroy();
}

/** Runs one request to a service in a span of its own. */
export const inForwardSpan = <T>(method: string, origin: string, work: () => Promise<T>): Promise<T> =>
  traced(
    'forward',
    () => ({
      kind: 'client',
      attributes: { 'http.request.method': method, 'server.address': new URL(origin).host },
    }),
    work,
  );

/**
 * Sends one request to a service; it is never retried. Rejects with undici's errors, with a timeout's code
 * `UND_ERR_HEADERS_TIMEOUT`, and where the service refused the gateway's identity.
 */
export function forward(agent: Agent, upstream: UpstreamRequest): Promise<UpstreamResponse> {
  return inForwardSpan(upstream.method, upstream.origin, () => sendOne(agent, upstream));
}

function sendOne(agent: Agent, upstream: UpstreamRequest): Promise<UpstreamResponse> {
  const { signal, timeoutMs, idleTimeoutMs } = upstream;
  const exchange = new Exchange();
  if (timeoutMs !== undefined) exchange.limit(timeoutMs);
  if (signal) exchange.endBy(signal);
  agent.dispatch(
    {
      origin: upstream.origin,
      path: upstream.path,
      method: upstream.method as Dispatcher.HttpMethod,
      headers: upstream.headers,
      body: upstream.body ?? null,
      ...(idleTimeoutMs !== undefined && { headersTimeout: idleTimeoutMs, bodyTimeout: idleTimeoutMs }),
    },
    exchange,
  );
  return exchange.response;
}

/** The whole body, also of a response that was too large to be buffered. */
export async function wholeBody({ body }: UpstreamResponse): Promise<Buffer> {
  return Buffer.isBuffer(body) ? body : buffer(body);
}
