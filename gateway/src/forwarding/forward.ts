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
  readonly body?: Buffer | AsyncIterable<Uint8Array>;
  /** Ends the request, where the service should hear that the caller has left. */
  readonly signal?: AbortSignal;
  /** Limit for the whole response in milliseconds, where it is shorter than the agent's. */
  readonly timeoutMs?: number;
  /** Limit for each silence before and within the response, where it differs from the agent's. */
  readonly idleTimeoutMs?: number;
  /** Limit for the whole response, counted from the moment at which a streamed body has been sent. */
  readonly timeoutAfterBodyMs?: number;
}

/** The same bytes; `onEnd` is called when the last of them has been read. */
async function* withEnd(bytes: AsyncIterable<Uint8Array>, onEnd: () => void): AsyncIterable<Uint8Array> {
  yield* bytes;
  onEnd();
}

/** Drops an unread response; its connection is closed. */
export function discard(body: UpstreamResponse['body']): void {
  if (!Buffer.isBuffer(body)) body.destroy();
}

/**
 * Sends one request to a service; it is never retried. Rejects with undici's errors, with a timeout's code
 * `UND_ERR_HEADERS_TIMEOUT`, and where the service refused the gateway's identity.
 */
export function forward(agent: Agent, upstream: UpstreamRequest): Promise<UpstreamResponse> {
  const { method, origin } = upstream;
  return traced(
    'forward',
    () => ({
      kind: 'client',
      attributes: { 'http.request.method': method, 'server.address': new URL(origin).host },
    }),
    () => sendOne(agent, upstream),
  );
}

function sendOne(agent: Agent, upstream: UpstreamRequest): Promise<UpstreamResponse> {
  const { body, signal, timeoutMs, idleTimeoutMs, timeoutAfterBodyMs } = upstream;
  const exchange = new Exchange();
  if (timeoutMs !== undefined) exchange.limit(timeoutMs);
  if (signal) exchange.endBy(signal);
  const streams = body !== undefined && !Buffer.isBuffer(body) && timeoutAfterBodyMs !== undefined;
  const sent = streams ? withEnd(body, () => exchange.limit(timeoutAfterBodyMs)) : body;
  agent.dispatch(
    {
      origin: upstream.origin,
      path: upstream.path,
      method: upstream.method as Dispatcher.HttpMethod,
      headers: upstream.headers,
      body: (sent as Buffer | undefined) ?? null,
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
