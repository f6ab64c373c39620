import { Readable } from 'node:stream';
import { IDENTITY_REFUSED_HEADER } from '@gerbang/contracts/identity';
import type { Dispatcher } from 'undici';

/** Responses up to this size are read whole: cheaper than a stream, and a service that dies midway is a clean failure. */
export const MAX_BUFFERED_BYTES = 64 * 1024;
/** Statuses whose responses have no body. */
const BODILESS = new Set([204, 304]);

export type Headers = Record<string, string | string[] | undefined>;

export interface UpstreamResponse {
  readonly statusCode: number;
  readonly headers: Headers;
  /** A small body is whole; a large one is a stream that the client's connection drains. */
  readonly body: Buffer | Readable;
}

export class UpstreamTimeout extends Error {
  readonly code = 'UND_ERR_HEADERS_TIMEOUT';
  override readonly message = 'The service took too long';
}

/**
 * The service rejected the gateway's signature: clocks differ, keys do not match, or the call waited longer than the
 * signature is valid. The caller's session is fine, so this must not become a 401.
 */
export function identityRefused(headers: Readonly<Record<string, unknown>>): Error | null {
  if (headers[IDENTITY_REFUSED_HEADER] === undefined) return null;
  return new Error('The service does not accept the identity that the gateway signed');
}

/**
 * One request to a service and its response, as undici's client reports it. A timer, a stream and errors are made only
 * where they are needed, because most responses are small and come at once.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly response: Promise<UpstreamResponse>;
  readonly #resolve: (response: UpstreamResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #head: { readonly statusCode: number; readonly headers: Headers } | undefined;
  #stream: Readable | undefined;
  #timer: NodeJS.Timeout | undefined;
  #signal: AbortSignal | undefined;
  #failure: Error | undefined;
  #ended = false;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<UpstreamResponse>();
    this.response = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Ends the exchange with a timeout unless it has ended by itself after so long. */
  limit(milliseconds: number): void {
    if (this.#ended) return;
    this.#timer = setTimeout(() => this.#fail(new UpstreamTimeout()), milliseconds);
  }

  /** Ends the exchange with the signal's reason once it is aborted. */
  endBy(signal: AbortSignal): void {
    this.#signal = signal;
    if (signal.aborted) this.#abort();
    else signal.addEventListener('abort', this.#abort, { once: true });
  }

  readonly #abort = () => this.#fail(this.#signal?.reason as Error);

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The limit was over before there was a connection.
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: Headers): void {
    if (statusCode < 200) return;
    const refused = identityRefused(headers);
    if (refused) {
      this.#fail(refused);
      return;
    }
    this.#head = { statusCode, headers };
    if (BODILESS.has(statusCode) || Number(headers['content-length']) <= MAX_BUFFERED_BYTES) return;
    this.#stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        if (!this.#ended) this.#fail(error ?? new Error('The response is no longer read'));
        done(error);
      },
    });
    // The response may break off before it is read; its reader gets the error all the same.
    this.#stream.on('error', () => undefined);
    this.#resolve({ statusCode, headers, body: this.#stream });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#stream) this.#chunks.push(chunk);
    else if (!this.#stream.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#end();
    if (this.#stream) this.#stream.push(null);
    else if (this.#head) {
      const [first, ...others] = this.#chunks;
      const body = first && others.length === 0 ? first : Buffer.concat(this.#chunks);
      this.#resolve({ ...this.#head, body });
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#breakOff(error);
  }

  #breakOff(error: Error): void {
    this.#end();
    this.#reject(error);
    this.#stream?.destroy(error);
  }

  #end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    // A signal may outlive many exchanges.
    this.#signal?.removeEventListener('abort', this.#abort);
  }

  /** Rejects at once: a request that still waits for a connection would learn of its end only with that. */
  #fail(error: Error): void {
    this.#failure = error;
    this.#breakOff(error);
    this.#controller?.abort(error);
  }
}
