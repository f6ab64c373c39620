import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { identityRefused, MAX_BUFFERED_BYTES, UpstreamTimeout } from './exchange.ts';
import { inForwardSpan } from './forward.ts';
import { limitBody } from './request-checks.ts';

interface Limits {
  /** Largest body in bytes, whatever length was announced. */
  readonly bodyLimit: number;
  /** Limit for the response's head, counted from the moment at which the body has been sent. */
  readonly afterBodyMs: number;
}

/** A small response is read whole, so that a service that dies midway is a clean failure; a larger one is a stream. */
async function whole(response: Dispatcher.ResponseData): Promise<Dispatcher.ResponseData> {
  if (!(Number(response.headers['content-length']) <= MAX_BUFFERED_BYTES)) return response;
  const body = Readable.from([await response.body.bytes()], { objectMode: false });
  return { ...response, body: body as typeof response.body };
}

async function send(
  agent: Agent,
  options: Dispatcher.RequestOptions,
  { bodyLimit, afterBodyMs }: Limits,
): Promise<Dispatcher.ResponseData> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  async function* bounded(body: Readable): AsyncGenerator<Uint8Array> {
    yield* limitBody(body, bodyLimit);
    if (!ended) timer = setTimeout(() => late.abort(new UpstreamTimeout()), afterBodyMs);
  }
  const { body } = options;
  try {
    const response = await agent.request({
      ...options,
      ...(body instanceof Readable && { body: bounded(body) as unknown as Readable, signal: late.signal }),
    });
    const refused = identityRefused(response.headers);
    if (!refused) return await whole(response);
    response.body.on('error', () => undefined).destroy();
    throw refused;
  } finally {
    ended = true;
    clearTimeout(timer);
  }
}

type Done = (error: Error | null, response?: Dispatcher.ResponseData) => void;

/** The gateway's agent as the proxy plugin uses it: with the limits of a call that the plugin has no setting for. */
export function streamDoor(agent: Agent, limits: Limits): { readonly request: Dispatcher['request'] } {
  function request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  function request(options: Dispatcher.RequestOptions, done: Done): void;
  function request(options: Dispatcher.RequestOptions, done?: Done) {
    const response = inForwardSpan(options.method, String(options.origin), () =>
      send(agent, options, limits),
    );
    if (!done) return response;
    return void response.then((whole) => done(null, whole), done);
  }
  return { request: request as Dispatcher['request'] };
}
