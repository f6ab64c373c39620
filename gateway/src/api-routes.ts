import { getDataExport } from '@gerbang/contracts/data-export';
import { fastifyPath, type Endpoint } from '@gerbang/contracts/endpoint';
import { IDENTITY_HEADER, SESSION_HEADER } from '@gerbang/contracts/identity';
import { notFound, Problem } from '@gerbang/service-kit/http/problems';
import { BODY_LIMIT } from '@gerbang/service-kit/http/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { admit } from './access-check.ts';
import type { ApiParts } from './api-parts.ts';
import { identityToken } from './caller.ts';
import { dashboardAnswer } from './dashboard.ts';
import { dataExportAnswer } from './data-export.ts';
import { ask, type Headers } from './forward.ts';
import { fileRoutes, isFileCall } from './file-routes.ts';
import { bounded } from './request-checks.ts';
import { carryOut, readSessionCommand } from './sessions/session-commands.ts';
import { headersToClient, headersToUpstream, upstreamProblem } from './upstream.ts';

const BODY_MS = 15_000;
const UPLOAD_MS = 60_000;
const ANSWER_MS = 10_000;

/** The path as the contract spells it: whatever way a client wrote it, a service sees one. */
function pathOf(endpoint: Endpoint): (request: FastifyRequest) => string {
  const pieces = endpoint.path.split(/\{(\w+)\}/u);
  return (request) => {
    const query = request.url.indexOf('?');
    const params = request.params as Record<string, string>;
    const path =
      pieces.length === 1
        ? endpoint.path
        : pieces
            .map((piece, at) => (at % 2 === 0 ? piece : encodeURIComponent(params[piece] ?? '')))
            .join('');
    return query < 0 ? path : path + request.url.slice(query);
  };
}

/** JSON was taken whole; a file flows through. */
function bodyOf(request: FastifyRequest, endpoint: Endpoint): Buffer | AsyncIterable<Uint8Array> | undefined {
  if (request.body instanceof Readable) return bounded(request.body, endpoint.bodyLimit ?? BODY_LIMIT);
  return request.body as Buffer | undefined;
}

function forward(endpoint: Endpoint, origin: string, parts: ApiParts) {
  const path = pathOf(endpoint);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const added: Headers = {
      [IDENTITY_HEADER]: identityToken(request, endpoint.service, parts.tokens),
      'x-request-id': request.id,
    };
    if (endpoint.uploads && request.headers['content-length']) {
      added['content-length'] = request.headers['content-length'];
    }
    const answer = await ask(parts.agent, {
      origin,
      path: path(request),
      method: request.method,
      headers: headersToUpstream(request.headers, added, endpoint.uploads),
      body: bodyOf(request, endpoint),
      ...(endpoint.uploads && { silenceMs: UPLOAD_MS, afterBodyMs: ANSWER_MS }),
    }).catch((error: unknown) => {
      throw upstreamProblem(error);
    });
    const { body, statusCode, headers } = answer;
    try {
      const command = readSessionCommand(headers[SESSION_HEADER]);
      if (command) await carryOut(command, request, reply, parts);
    } catch (error) {
      if (body instanceof Readable) body.destroy();
      throw upstreamProblem(error);
    }
    reply.code(statusCode).headers(headersToClient(headers));
    return Buffer.isBuffer(body) && body.length === 0 ? reply.send() : reply.send(body);
  };
}

/** The calls that the gateway puts together itself. */
function ownAnswer(endpoint: Endpoint, parts: ApiParts) {
  return endpoint.id === getDataExport.id ? dataExportAnswer(parts) : dashboardAnswer(parts);
}

function registerEndpoint(app: FastifyInstance, endpoint: Endpoint, parts: ApiParts): void {
  const origin = parts.upstreams[endpoint.service];
  if (!origin && endpoint.service !== 'gateway') {
    throw new Error(`No address for the service ${endpoint.service}`);
  }
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    bodyLimit: endpoint.bodyLimit ?? BODY_LIMIT,
    // The time to receive a body comes before the time to answer it.
    ...(endpoint.method !== 'GET' && {
      handlerTimeout: (endpoint.uploads ? UPLOAD_MS : BODY_MS) + ANSWER_MS,
    }),
    ...(endpoint.uploads && { config: { uploads: true } }),
    onRequest: admit(endpoint, parts),
    handler: origin ? forward(endpoint, origin, parts) : ownAnswer(endpoint, parts),
  });
}

/** Every call of the contracts as a route of the router, and nothing else: deny by default. */
export async function apiRoutes(app: FastifyInstance, parts: ApiParts): Promise<void> {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  for (const endpoint of parts.endpoints) {
    const origin = parts.upstreams[endpoint.service];
    if (isFileCall(endpoint) && origin) await fileRoutes(app, endpoint, origin, parts);
    else if (!endpoint.uploads) registerEndpoint(app, endpoint, parts);
  }
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    // The rest of a file that nobody wants any more is let go, and must not be taken for the next request.
    uploads.addHook('onSend', (request, reply, _payload, done) => {
      if (!request.raw.complete) {
        reply.header('connection', 'close');
        request.raw.resume();
      }
      done();
    });
    for (const endpoint of parts.endpoints) {
      if (endpoint.uploads) registerEndpoint(uploads, endpoint, parts);
    }
  });
  refuseTheRest(app, parts.endpoints);
}

function refuseTheRest(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const patterns = endpoints.map((endpoint) => ({
    method: endpoint.method,
    pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
  }));
  const refuse = (request: FastifyRequest): never => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (allowed.length === 0) throw notFound('Alamat ini tidak ada.');
    throw new Problem(405, 'method_not_allowed', 'Cara akses ini tidak didukung.', {
      headers: { allow: [...new Set(allowed)].join(', ') },
    });
  };
  // Thrown before the body is looked at: whatever it is, the answer is about the address.
  app.all('/api', { onRequest: refuse }, refuse);
  app.all('/api/*', { onRequest: refuse }, refuse);
}
