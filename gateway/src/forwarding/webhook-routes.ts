import type { FastifyInstance } from 'fastify';
import type { Agent } from 'undici';
import { forward } from './forward.ts';
import { headersToClient, headersToUpstream, upstreamProblem } from './upstream.ts';

const BODY_LIMIT = 3 * 1024 * 1024;
const PATH = '/webhooks/whatsapp';

/** The message provider's webhook: the raw bytes are forwarded without a session; notification checks the signature. */
export async function webhookRoutes(app: FastifyInstance, upstream: string, agent: Agent): Promise<void> {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.route({
    method: ['GET', 'POST'],
    url: PATH,
    bodyLimit: BODY_LIMIT,
    handler: async (request, reply) => {
      const signature = request.headers['x-hub-signature-256'];
      const { statusCode, headers, body } = await forward(agent, {
        origin: upstream,
        path: request.url,
        method: request.method,
        headers: headersToUpstream(request.headers, {
          'x-request-id': request.id,
          ...(signature !== undefined && { 'x-hub-signature-256': signature }),
        }),
        body: request.body as Buffer | undefined,
      }).catch((error: unknown) => {
        throw upstreamProblem(error);
      });
      return reply.code(statusCode).headers(headersToClient(headers)).send(body);
    },
  });
}
