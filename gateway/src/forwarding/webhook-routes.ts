import { unauthorized } from '@gerbang/service-kit/http/problems';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Agent } from 'undici';
import { forward } from './forward.ts';
import { headersToClient, headersToUpstream, upstreamProblem } from './upstream.ts';

const BODY_LIMIT = 3 * 1024 * 1024;
const MAIL_BODY_LIMIT = 256 * 1024;
const PATH = '/webhooks/whatsapp';
const MAIL_PATH = '/webhooks/mail';

const SNAP_PATH = '/webhooks/snap';
const SNAP_BODY_LIMIT = 32 * 1024;
/** What the provider of payments signs, and by what it is known. */
const SNAP_HEADERS = [
  'authorization',
  'content-type',
  'x-timestamp',
  'x-signature',
  'x-partner-id',
  'x-client-key',
  'x-external-id',
  'channel-id',
];

const SIGNATURE = 'x-hub-signature-256';

/** A report without a signature of the right form is refused before its body is read. */
function assertSigned({ method, headers }: FastifyRequest): void {
  if (method !== 'POST' || /^sha256=[0-9a-f]{64}$/u.test(String(headers[SIGNATURE]))) return;
  throw unauthorized('Tanda tangan tidak valid.', 'signature');
}

/**
 * The webhooks of WhatsApp, of the mail server and of the provider of payments: the raw bytes are forwarded without a session;
 * notification and billing check the signature.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  upstream: { readonly notification: string; readonly billing: string | undefined },
  agent: Agent,
): Promise<void> {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  const options = {
    bodyLimit: BODY_LIMIT,
    onRequest: async (request: FastifyRequest) => assertSigned(request),
  };
  const handlerTo =
    (origin: string, named: readonly string[]) => async (request: FastifyRequest, reply: FastifyReply) => {
      const given = Object.fromEntries(
        named.flatMap((name) => {
          const value = request.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      );
      const { statusCode, headers, body } = await forward(agent, {
        origin,
        path: request.url,
        method: request.method,
        headers: headersToUpstream(request.headers, { 'x-request-id': request.id, ...given }),
        body: request.body as Buffer | undefined,
      }).catch((error: unknown) => {
        throw upstreamProblem(error);
      });
      return headersToClient(reply.code(statusCode), headers).send(body);
    };
  const handler = handlerTo(upstream.notification, [SIGNATURE]);
  app.route({ ...options, method: ['GET', 'POST'], url: PATH, handler });
  app.route({ ...options, method: 'POST', url: MAIL_PATH, bodyLimit: MAIL_BODY_LIMIT, handler });
  if (upstream.billing === undefined) return;
  app.route({
    method: 'POST',
    url: `${SNAP_PATH}/*`,
    bodyLimit: SNAP_BODY_LIMIT,
    handler: handlerTo(upstream.billing, SNAP_HEADERS),
  });
}
