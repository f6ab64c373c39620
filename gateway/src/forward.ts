import { Readable } from 'node:stream';
import { IDENTITY_REFUSED_HEADER } from '@gerbang/contracts/identity';
import type { Dispatcher } from 'undici';

/** Answers up to this size are taken whole: cheaper than a stream, and a service that dies midway is a clean failure. */
const WHOLE_BYTES = 64 * 1024;

export type Headers = Record<string, string | string[] | undefined>;

export interface Question {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: Buffer | AsyncIterable<Uint8Array>;
  /** The longest wait for the whole answer, where it is shorter than the pool's. */
  readonly withinMs?: number;
  /** The longest silence before and within the answer, where it differs from the pool's. */
  readonly silenceMs?: number;
  /** The longest wait for the whole answer once a body that flows has gone. */
  readonly afterBodyMs?: number;
}

export interface Answer {
  readonly statusCode: number;
  readonly headers: Headers;
  /** Whole where it was small; a large one flows as the client takes it. */
  readonly body: Buffer | Readable;
}

class Late extends Error {
  readonly code = 'UND_ERR_HEADERS_TIMEOUT';
}

/** One call to a service and its answer; never sent twice (reliability G32). */
export function ask(agent: Dispatcher, question: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(resolve, reject);
    const { body, withinMs, afterBodyMs } = question;
    if (withinMs !== undefined) exchange.endAfter(withinMs);
    const flows = body !== undefined && !Buffer.isBuffer(body) && afterBodyMs !== undefined;
    const sent = flows ? followed(body, () => exchange.endAfter(afterBodyMs)) : body;
    agent.dispatch(
      {
        origin: question.origin,
        path: question.path,
        method: question.method as Dispatcher.HttpMethod,
        headers: question.headers,
        body: (sent as Buffer | undefined) ?? null,
        ...(question.silenceMs !== undefined && {
          headersTimeout: question.silenceMs,
          bodyTimeout: question.silenceMs,
        }),
      },
      exchange,
    );
  });
}

/** The same bytes; tells when the last of them is taken. */
async function* followed(bytes: AsyncIterable<Uint8Array>, gone: () => void): AsyncIterable<Uint8Array> {
  yield* bytes;
  gone();
}

/** Clocks that differ, keys that do not fit, a queue longer than a signature's life: whoever called is still logged in. */
export function identityRefused(headers: Readonly<Record<string, unknown>>): Error | null {
  if (headers[IDENTITY_REFUSED_HEADER] === undefined) return null;
  return new Error('The service does not accept the identity that the gateway signed');
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #parts: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #statusCode = 0;
  #headers: Headers = {};
  #stream: Readable | undefined;
  #timer: NodeJS.Timeout | undefined;
  #late: Late | undefined;
  #over = false;

  constructor(resolve: (answer: Answer) => void, reject: (error: unknown) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  endAfter(milliseconds: number): void {
    if (this.#over) return; // answered before the body had gone
    this.#timer = setTimeout(() => {
      this.#late = new Late('The service took too long');
      this.#controller?.abort(this.#late);
      this.#reject(this.#late);
    }, milliseconds);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It may have waited for a connection until now.
    if (this.#late) controller.abort(this.#late);
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: Headers): void {
    if (statusCode < 200) return; // 100 and 103 come before the answer
    const refused = identityRefused(headers);
    if (refused) {
      controller.abort(refused);
      return;
    }
    this.#statusCode = statusCode;
    this.#headers = headers;
    if (Number(headers['content-length'] ?? Number.NaN) <= WHOLE_BYTES || statusCode === 204) return;
    this.#stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        if (!this.#stream?.readableEnded) controller.abort(error ?? new Error('The client went away'));
        done(error);
      },
    });
    this.#answer(this.#stream);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#stream) this.#parts.push(chunk);
    else if (!this.#stream.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#end();
    if (this.#stream) {
      this.#stream.push(null);
      return;
    }
    const [only] = this.#parts;
    this.#answer(this.#parts.length === 1 && only ? only : Buffer.concat(this.#parts));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end();
    if (this.#stream) this.#stream.destroy(error);
    else this.#reject(error);
  }

  #end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  #answer(body: Buffer | Readable): void {
    this.#resolve({ statusCode: this.#statusCode, headers: this.#headers, body });
  }
}
