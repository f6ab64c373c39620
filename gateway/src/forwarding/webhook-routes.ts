import { unauthorized } from '@gerbang/service-kit/http/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Agent } from 'undici';
import { forward } from './forward.ts';
import { headersToClient, headersToUpstream, upstreamProblem } from './upstream.ts';

const BODY_LIMIT = 3 * 1024 * 1024;
const MAIL_BODY_LIMIT = 256 * 1024;
const PATH = '/webhooks/whatsapp';
const MAIL_PATH = '/webhooks/mail';

const SIGNATURE = 'x-hub-signature-256';

/** A report without a signature of the right form is refused before its body is read. */
function assertSigned({ method, headers }: FastifyRequest): void {
  if (method !== 'POST' || /^sha256=[0-9a-f]{64}$/u.test(String(headers[SIGNATURE]))) return;
  throw unauthorized('Tanda tangan tidak valid.', 'signature');
}

/** The webhooks of WhatsApp and of the mail server: the raw bytes are forwarded without a session; notification checks the signature. */
export async function webhookRoutes(app: FastifyInstance, upstream: string, agent: Agent): Promise<void> {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const options = {
    bodyLimit: BODY_LIMIT,
    onRequest: async (request: FastifyRequest) => assertSigned(request),
  };
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const signature = request.headers[SIGNATURE];
    const { statusCode, headers, body } = await forward(agent, {
      origin: upstream,
      path: request.url,
      method: request.method,
      headers: headersToUpstream(request.headers, {
        'x-request-id': request.id,
        ...(signature !== undefined && { [SIGNATURE]: signature }),
      }),
      body: request.body as Buffer | undefined,
    }).catch((error: unknown) => {
      throw upstreamProblem(error);
    });
    return headersToClient(reply.code(statusCode), headers).send(body);
  };
  app.route({ ...options, method: ['GET', 'POST'], url: PATH, handler });
  app.route({ ...options, method: 'POST', url: MAIL_PATH, bodyLimit: MAIL_BODY_LIMIT, handler });
}
