import replyFrom from '@fastify/reply-from';
import { IDENTITY_HEADER, SESSION_HEADER } from '@gerbang/contracts/identity';
import { Problem, unavailable } from '@gerbang/service-kit/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Agent } from 'undici';

const TO_SERVICE = ['accept', 'content-type', 'idempotency-key', 'x-hub-signature-256'];
const TO_CLIENT = [
  'content-type',
  'content-length',
  'content-disposition',
  'cache-control',
  'etag',
  'link',
  'x-total-count',
  'retry-after',
];

type Headers = Record<string, string | string[] | undefined>;

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
}

const late = (cause: unknown) =>
  new Problem(504, 'timeout', 'Layanan terlalu lama menjawab. Silakan coba lagi.', { cause });

/** What became of a service that did not answer; its address stays in the log. */
function problemOfUpstream(error: unknown): Problem {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const codes = [error, cause].map((one) => String((one as { code?: unknown }).code));
  const slow = codes.some((code) => /TIMEOUT|TIMEDOUT/u.test(code) && code !== 'UND_ERR_CONNECT_TIMEOUT');
  return slow ? late(cause) : unavailable(2, cause);
}

/** One pool of connections to all services; answers of a service come within 8 s or become a 504. */
export function registerUpstream(
  app: FastifyInstance,
  options: { connections?: number; timeoutMs?: number } = {},
) {
  const timeout = options.timeoutMs ?? 8000;
  const agent = new Agent({
    connections: options.connections ?? 256,
    pipelining: 1,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    keepAliveTimeout: 30_000,
    connect: { timeout: 1500, rejectUnauthorized: true },
  });
  app.register(replyFrom, { undici: agent as never, disableRequestLogging: true });
  app.addHook('onClose', () => agent.close());
}

/** What the service said about sessions, kept off the client's answer. */
const commands = new WeakMap<FastifyRequest, unknown>();

/** Sends the request on: allowed headers only, no cookies, never twice; nothing but `before` delays the answer. */
export function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  options: {
    url: string;
    identity?: string;
    body?: Buffer;
    before?: (command: unknown) => Promise<void>;
  },
): FastifyReply {
  return reply.from(options.url, {
    ...(options.body && { body: options.body, contentType: 'application/json' }),
    retryDelay: () => null,
    rewriteRequestHeaders: (_request, headers) => ({
      ...pick(headers as Headers, TO_SERVICE),
      'x-request-id': request.id,
      ...(options.identity && { [IDENTITY_HEADER]: options.identity }),
    }),
    rewriteHeaders: (headers) => {
      const command = (headers as Headers)[SESSION_HEADER];
      if (command !== undefined) commands.set(request, command);
      return { 'cache-control': 'no-store', ...pick(headers as Headers, TO_CLIENT) };
    },
    onResponse: (_request, _reply, response) => {
      const { stream } = response as unknown as { stream: NodeJS.ReadableStream & { destroy(): void } };
      const command = commands.get(request);
      if (command === undefined || !options.before) {
        reply.send(stream);
        return;
      }
      options.before(command).then(
        () => reply.send(stream),
        (error: unknown) => {
          stream.on('error', () => request.log.debug('the refused answer was let go'));
          stream.destroy();
          for (const name of TO_CLIENT) reply.removeHeader(name);
          reply.send(error);
        },
      );
    },
    onError: (_reply, { error }) => {
      reply.send(problemOfUpstream(error));
    },
  });
}
