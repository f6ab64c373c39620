import httpProxy from '@fastify/http-proxy';
import { Problem } from '@gerbang/service-kit/problems';
import type { FastifyInstance } from 'fastify';
import type { Agent } from 'undici';
import { headersToClient, headersToUpstream, upstreamProblem } from './upstream.ts';

const LIMIT = 3 * 1024 * 1024;

/** The provider's webhook: no session, the raw bytes passed on; the signature is checked by the worker (row X03). */
export async function webhookRoutes(app: FastifyInstance, upstream: string, agent: Agent): Promise<void> {
  await app.register(httpProxy, {
    upstream,
    prefix: '/webhooks/whatsapp',
    rewritePrefix: '/webhooks/whatsapp',
    routes: ['/'],
    httpMethods: ['GET', 'POST'],
    undici: agent as never,
    retryMethods: [],
    maxRetriesOn503: 0,
    preHandler: (request, _reply, done) => {
      const tooLarge = Number(request.headers['content-length'] ?? 0) > LIMIT;
      done(tooLarge ? new Problem(413, 'too_large', 'Data yang dikirim terlalu besar.') : undefined);
    },
    replyOptions: {
      retriesCount: 0,
      rewriteRequestHeaders: (request, headers) =>
        headersToUpstream(headers as never, {
          'x-request-id': String(request.id),
          ...(headers['x-hub-signature-256'] && {
            'x-hub-signature-256': String(headers['x-hub-signature-256']),
          }),
        }) as never,
      rewriteHeaders: (headers) => headersToClient(headers as never) as never,
      onError: (reply, { error }) => {
        const problem = upstreamProblem(error);
        reply
          .code(problem.statusCode)
          .headers(problem.headers)
          .send(problem.body(String(reply.request.id)));
      },
    },
  });
}
