import proxy from '@fastify/http-proxy';
import { fastifyPath, PDF, type Endpoint } from '@gerbang/contracts/endpoint';
import { BODY_LIMIT } from '@gerbang/service-kit/http/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keepDuesVersion } from '../dues-cookie.ts';
import { type ApiContext, callerHeaders, isSecure } from './caller.ts';
import { assertId, callHooks, pathOf, tellIdleTime } from './call-parts.ts';
import type { Headers } from './exchange.ts';
import { streamDoor } from './stream-door.ts';
import { clientHeaders, headersToUpstream, upstreamProblem } from './upstream.ts';

const UPLOAD_MS = 60_000;
const RESPONSE_MS = 10_000;
/** A PDF is made for one caller after the other: 20 seconds for its turn, six for the work. */
const PDF_MS = 28_000;

/** Whether a call's bytes pass the gateway as they come: an uploaded file, or a file in the response. */
export const isStreamed = ({ service, method, uploads, media }: Endpoint): boolean =>
  service !== 'gateway' && (uploads === true || (method === 'GET' && media !== undefined));

/** Stored files come with a content security policy of their own, which must reach the client. */
const isFile = ({ path }: Endpoint): boolean => /^\/api\/(?:files|school\/logo)\//u.test(path);

/** How long a service may be silent; undefined = the agent's own limit. */
function silenceMs({ uploads, media }: Endpoint): number | undefined {
  if (uploads) return UPLOAD_MS;
  return media?.includes(PDF) ? PDF_MS : undefined;
}

/** The time to receive the body, then the time to respond; a file that is only read has the server's usual limit. */
function handlerMs(endpoint: Endpoint): number | undefined {
  const silence = silenceMs(endpoint);
  return silence === undefined ? undefined : silence + RESPONSE_MS;
}

/**
 * Registers a call whose bytes the proxy plugin carries, behind the same checks as every other. No call is retried, and
 * no call that streams begins or ends a session.
 */
export async function streamedCall(
  app: FastifyInstance,
  endpoint: Endpoint,
  context: ApiContext,
): Promise<void> {
  const { service, uploads = false, bodyLimit = BODY_LIMIT } = endpoint;
  const origin = context.upstreams[service];
  if (!origin) throw new Error(`No address for the service ${service}`);
  const file = isFile(endpoint);
  const secure = isSecure(context);
  const path = pathOf(endpoint);
  const [timeout, limit] = [silenceMs(endpoint), handlerMs(endpoint)];
  await app.register(async (scope) => {
    // The plugin brings parsers that pass every body on as it comes.
    scope.removeAllContentTypeParsers();
    for (const hook of callHooks(endpoint, context)) scope.addHook('onRequest', hook);
    await scope.register(proxy, {
      upstream: origin,
      undici: streamDoor(context.agent, { bodyLimit, afterBodyMs: RESPONSE_MS }),
      routes: [fastifyPath(endpoint.path)],
      httpMethods: [endpoint.method],
      ...(file && { preHandler: assertId(endpoint) }),
      config: { ...(uploads && { uploads }), ...(limit !== undefined && { handlerMs: limit }) },
      preRewrite: (_url, params) => path(params as Record<string, string>),
      internalRewriteLocationHeader: false,
      retryMethods: [],
      disableCache: true,
      disableRequestLogging: true,
      replyOptions: {
        ...(timeout !== undefined && { timeout }),
        rewriteRequestHeaders: (request, { 'content-length': length }) => {
          const added = callerHeaders(request as FastifyRequest, service, context);
          if (uploads && length !== undefined) added['content-length'] = String(length);
          return headersToUpstream(request.headers, added, uploads);
        },
        rewriteHeaders: (headers) => clientHeaders(headers as Headers, file),
        onResponse: (request, given, response) => {
          // The plugin's types know HTTP/2 as well, and not the headers.
          const [reply, { headers }] = [given as FastifyReply, response as unknown as { headers: Headers }];
          keepDuesVersion(headers, reply, secure);
          tellIdleTime(request as FastifyRequest, reply);
          reply.send(response.stream);
        },
        onError: (reply, { error }) => {
          reply.send(upstreamProblem(error.cause ?? error, reply.request.method !== 'GET'));
        },
      },
    });
  });
}
