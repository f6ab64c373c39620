import type { FastifyInstance } from 'fastify';
import { forward } from './upstream.ts';

/** Meta sends at most 3 MB. */
const BODY_LIMIT = 3 * 1024 * 1024;
const PATH = '/webhooks/whatsapp';

/** The provider's door (authorization table, X03): the bytes pass unread, the service checks token and signature. */
export async function webhookRoutes(app: FastifyInstance, options: { service: string }): Promise<void> {
  const url = options.service.replace(/\/$/u, '') + PATH;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.route({
    method: ['GET', 'POST'],
    url: PATH,
    exposeHeadRoute: false,
    bodyLimit: BODY_LIMIT,
    handler: (request, reply) => {
      forward(request, reply, { url, body: Buffer.isBuffer(request.body) ? request.body : undefined });
    },
  });
}
