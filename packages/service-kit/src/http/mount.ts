import {
  cell,
  fastifyPath,
  LONG_MS,
  successStatuses,
  takesNoBody,
  type Endpoint,
} from '@gerbang/contracts/endpoint';
import {
  IDENTITY_HEADER,
  SESSION_HEADER,
  type Identity,
  type SessionCommand,
} from '@gerbang/contracts/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import type { z } from 'zod';
import type { Verifier } from './identity.ts';
import { badRequest, forbidden, mustAddFactor, unauthorized, unknownGateway } from './problems.ts';
import {
  acceptRawUploads,
  asRawUpload,
  compileUpload,
  type RawUpload,
  UPLOAD_HANDLER_MS,
} from './uploads.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Answer<E extends Endpoint> = E['response'][keyof E['response']] extends infer S
  ? S extends z.ZodType
    ? z.input<S>
    : never
  : never;

/** A handler's argument; the identity has a subject and a role wherever the contract requires a session. */
export interface Call<E extends Endpoint> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: E extends { uploads: true } ? Parsed<E['body']> | RawUpload : Parsed<E['body']>;
  readonly identity: E['access'] extends { kind: 'public' } ? Identity : SessionIdentity;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type SessionIdentity = Identity & {
  readonly sub: string;
  readonly role: NonNullable<Identity['role']>;
};

/** Sets the session command that the gateway applies before it responds to the client. */
export function setSessionCommand(reply: FastifyReply, command: SessionCommand): void {
  reply.header(SESSION_HEADER, JSON.stringify(command));
}

/**
 * Other calls have their turn between the steps of one with a long body: 2,000 results that were read, validated and worked
 * on in one turn held them up for a tenth of a second.
 */
const withTurn: preHandlerHookHandler = (_request, _reply, done) => void setImmediate(done);

/** What a call without declared fields takes: no body, or `{}` from a client that always sends JSON. */
const isNothing = (body: unknown): boolean =>
  body === undefined ||
  (typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length === 0);

/**
 * Mounts one call of the contract. The order of checks is the authorization page's: identity, role, must-change,
 * ids, query and body; object and state are the handler's. A call with `uploads` also takes the raw file: its `app`
 * is a scope of its own, in which only such calls live.
 */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  verifier: Verifier,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E> | FastifyReply>,
  /** Time limit of the handler in milliseconds, where it differs from the server's. */
  time?: number,
): void {
  const [usual, ...others] = successStatuses(endpoint);
  const answers = [usual, ...others].filter((status) => status !== 204);
  const identities = new WeakMap<FastifyRequest, Identity>();
  const optionalBody = takesNoBody(endpoint);
  if (endpoint.uploads) acceptRawUploads(app);

  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    config: {
      ...(endpoint.uploads && { uploads: true, handlerMs: UPLOAD_HANDLER_MS }),
      ...(endpoint.long && { handlerMs: LONG_MS }),
      ...(time !== undefined && { handlerMs: time }),
      ...(endpoint.bodyValues && { bodyValues: endpoint.bodyValues }),
    },
    ...(endpoint.uploads && { validatorCompiler: compileUpload }),
    schema: {
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: endpoint.body }),
      ...(answers.length > 0 && {
        response: Object.fromEntries(answers.map((status) => [status, endpoint.response[status]])),
      }),
    },
    onRequest: (request, _reply, done) => {
      const identity = verifier(request.headers[IDENTITY_HEADER]);
      if (!identity) throw unknownGateway();
      const decision = cell(endpoint, (identity.sub && identity.role) || 'anon');
      if (decision === 401) throw unauthorized();
      if (decision === 403) throw forbidden();
      if (identity.mcp && endpoint.access.kind !== 'public' && !endpoint.beforePasswordChange) {
        throw forbidden('Ganti password sementara Anda terlebih dahulu.', 'must_change_password');
      }
      if (identity.maf && endpoint.access.kind !== 'public' && !endpoint.beforeFactor) throw mustAddFactor();
      identities.set(request, identity);
      done();
    },
    preValidation: (request, _reply, done) => {
      if (endpoint.uploads) asRawUpload(request);
      if (!endpoint.query && Object.keys(request.query as object).length > 0) {
        throw badRequest(
          undefined,
          Object.keys(request.query as object).map((path) => ({ path, message: 'Isian ini tidak dikenal' })),
        );
      }
      if (!endpoint.body && !isNothing(request.body)) throw badRequest('Permintaan ini tidak menerima isi.');
      if (optionalBody && request.body === undefined) request.body = {};
      if (endpoint.bodyValues) setImmediate(done);
      else done();
    },
    ...(endpoint.bodyValues && { preHandler: withTurn }),
    handler: async (request, reply) => {
      // Personal data must not be cached; a call for reference data overrides the header.
      reply.code(usual).header('cache-control', 'no-store');
      const answer = await handler({
        params: request.params,
        query: request.query,
        body: request.body,
        identity: identities.get(request),
        request,
        reply,
      } as Call<E>);
      return reply.statusCode === 204 ? reply.send() : answer;
    },
  });
}
