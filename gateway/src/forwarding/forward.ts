import { IDENTITY_REFUSED_HEADER } from '@gerbang/contracts/identity';
import type { Agent, Dispatcher } from 'undici';

/** Responses up to this size are read whole: cheaper than a stream, and a service that dies midway is a clean failure. */
const MAX_BUFFERED_BYTES = 64 * 1024;

export type Headers = Record<string, string | string[] | undefined>;

export interface UpstreamRequest {
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: Buffer | AsyncIterable<Uint8Array>;
  /** Ends the request, where the service should hear that the caller has left; not together with a time limit. */
  readonly signal?: AbortSignal;
  /** Limit for the whole response in milliseconds, where it is shorter than the agent's. */
  readonly timeoutMs?: number;
  /** Limit for each silence before and within the response, where it differs from the agent's. */
  readonly idleTimeoutMs?: number;
  /** Limit for the whole response, counted from the moment at which a streamed body has been sent. */
  readonly timeoutAfterBodyMs?: number;
}

export interface UpstreamResponse {
  readonly statusCode: number;
  readonly headers: Headers;
  /** A small body is whole; a large one is a stream that the client's connection drains. */
  readonly body: Buffer | Dispatcher.ResponseData['body'];
}

class UpstreamTimeout extends Error {
  readonly code = 'UND_ERR_HEADERS_TIMEOUT';
}

/** A time limit that may start after the request does. */
class Deadline {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  /** Rejects when the limit is over. A request that still waits for a connection would not notice the signal. */
  readonly passed = new Promise<never>((_resolve, reject) => {
    this.signal.addEventListener('abort', () => reject(this.signal.reason as Error));
  });
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  start(milliseconds: number): void {
    if (this.#ended) return;
    this.#timer = setTimeout(
      () => this.#controller.abort(new UpstreamTimeout('The service took too long')),
      milliseconds,
    );
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}

/** The same bytes; `onEnd` is called when the last of them has been read. */
async function* withEnd(bytes: AsyncIterable<Uint8Array>, onEnd: () => void): AsyncIterable<Uint8Array> {
  yield* bytes;
  onEnd();
}

/**
 * The service rejected the gateway's signature: clocks differ, keys do not match, or the call waited longer than the
 * signature is valid. The caller's session is fine, so this must not become a 401.
 */
export function identityRefused(headers: Readonly<Record<string, unknown>>): Error | null {
  if (headers[IDENTITY_REFUSED_HEADER] === undefined) return null;
  return new Error('The service does not accept the identity that the gateway signed');
}

/** The whole body. Read by events, because undici's `arrayBuffer()` is slower for small bodies. */
function buffered(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    body.once('error', reject);
  });
}

/** Drops an unread response; its connection is closed. */
export function discard(body: UpstreamResponse['body']): void {
  if (!Buffer.isBuffer(body)) body.on('error', () => undefined).destroy();
}

/**
 * Sends one request to a service; it is never retried. Rejects with undici's errors, with a timeout's code
 * `UND_ERR_HEADERS_TIMEOUT`, and where the service refused the gateway's identity.
 */
export async function forward(agent: Agent, upstream: UpstreamRequest): Promise<UpstreamResponse> {
  const { body, timeoutMs, idleTimeoutMs, timeoutAfterBodyMs } = upstream;
  const streams = body !== undefined && !Buffer.isBuffer(body) && timeoutAfterBodyMs !== undefined;
  const deadline = timeoutMs !== undefined || streams ? new Deadline() : undefined;
  if (timeoutMs !== undefined) deadline?.start(timeoutMs);
  const sent = streams ? withEnd(body, () => deadline?.start(timeoutAfterBodyMs)) : body;
  const responding = agent.request({
    origin: upstream.origin,
    path: upstream.path,
    method: upstream.method as Dispatcher.HttpMethod,
    headers: upstream.headers,
    body: (sent as Buffer | undefined) ?? null,
    ...(upstream.signal && { signal: upstream.signal }),
    ...(deadline && { signal: deadline.signal }),
    ...(idleTimeoutMs !== undefined && { headersTimeout: idleTimeoutMs, bodyTimeout: idleTimeoutMs }),
  });
  let streamed = false;
  try {
    const response = await (deadline ? Promise.race([responding, deadline.passed]) : responding);
    const { statusCode, headers } = response;
    const refused = identityRefused(headers);
    if (refused) {
      discard(response.body);
      throw refused;
    }
    streamed = statusCode !== 204 && !(Number(headers['content-length']) <= MAX_BUFFERED_BYTES);
    if (streamed) {
      if (deadline) response.body.once('close', () => deadline.end());
      return { statusCode, headers, body: response.body };
    }
    return { statusCode, headers, body: await buffered(response.body) };
  } finally {
    if (!streamed) deadline?.end();
  }
}

/** The whole body, also of a response that was too large to be buffered. */
export async function wholeBody({ body }: UpstreamResponse): Promise<Buffer> {
  return Buffer.isBuffer(body) ? body : buffered(body);
}
