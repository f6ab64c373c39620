import type { Readable } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import { fastifyPath, type Endpoint } from '@gerbang/contracts/endpoint';
import { IDENTITY_HEADER } from '@gerbang/contracts/identity';
import { badRequest, notFound } from '@gerbang/service-kit/http/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit } from './access-check.ts';
import type { ApiParts } from './api-parts.ts';
import { identityToken } from './caller.ts';
import { type Headers, identityRefused } from './forward.ts';
import { headersToClient, headersToUpstream, upstreamProblem } from './upstream.ts';

/** Whether a call answers a file: those flow through the proxy, never taken whole. */
export function isFileCall(endpoint: Endpoint): boolean {
  return endpoint.path.startsWith('/api/files/');
}

/** Checked here too, after the role: what the proxy makes of an address is not always what the client wrote. */
function wrongId(endpoint: Endpoint, request: FastifyRequest): Error | undefined {
  const fits = endpoint.params?.safeParse(request.params).success ?? true;
  return fits ? undefined : badRequest('Id pada alamat tidak valid.');
}

function failed(reply: FastifyReply, error: Error): FastifyReply {
  const problem = upstreamProblem(error);
  reply.log.warn({ err: problem.cause ?? problem }, 'upstream failed');
  return reply
    .removeHeader('content-length')
    .code(problem.statusCode)
    .headers(problem.headers)
    .send(problem.body(String(reply.request.id)));
}

/** The call that reads files, streamed to the client as the service sends it (decisions, Files; authorization row X01). */
export async function fileRoutes(
  app: FastifyInstance,
  endpoint: Endpoint,
  origin: string,
  parts: ApiParts,
): Promise<void> {
  const enter = admit(endpoint, parts);
  await app.register(async (files) => {
    // The proxy brings its own parsers.
    files.removeAllContentTypeParsers();
    await files.register(httpProxy, {
      upstream: origin,
      prefix: fastifyPath(endpoint.path),
      rewritePrefix: fastifyPath(endpoint.path),
      routes: ['/'],
      httpMethods: [endpoint.method],
      undici: parts.agent as never,
      retryMethods: [],
      maxRetriesOn503: 0,
      internalRewriteLocationHeader: false,
      preHandler: (request, reply, done) => {
        // The proxy also takes the address with a slash at its end; the contract does not.
        if (request.url.split('?', 1)[0]?.endsWith('/')) throw notFound('Alamat ini tidak ada.');
        enter(request, reply, (error) => done(error ?? wrongId(endpoint, request)));
      },
      replyOptions: {
        retriesCount: 0,
        rewriteRequestHeaders: (request, headers) =>
          headersToUpstream(headers, {
            [IDENTITY_HEADER]: identityToken(request as FastifyRequest, endpoint.service, parts.tokens),
            'x-request-id': String(request.id),
          }) as never,
        rewriteHeaders: (headers) => headersToClient(headers, true) as never,
        onResponse: (_request, reply, answer) => {
          // The library's types leave the headers out.
          const { headers, stream } = answer as unknown as { headers: Headers; stream: Readable };
          const refused = identityRefused(headers);
          if (refused) {
            stream.destroy();
            void failed(reply as FastifyReply, refused);
          } else void reply.send(stream);
        },
        onError: (reply, { error }) => void failed(reply as FastifyReply, error),
      },
    });
  });
}
