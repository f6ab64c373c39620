import { IDENTITY_HEADER } from '@gerbang/contracts/identity';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { badRequest, Problem, unauthorized } from '@gerbang/service-kit/http/problems';
import type { Semaphore } from '@gerbang/service-kit/program/semaphore';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { cancelUpload, reserveUpload } from './uploads.repository.ts';

const MEBIBYTE = 1_048_576;

/** 413 for a file over the limit. */
export const fileTooLarge = (maxBytes: number): Problem =>
  new Problem(413, 'too_large', `File terlalu besar: Ukuran file maksimal ${maxBytes / MEBIBYTE}MB`);

const isJson = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.trimStart().toLowerCase().startsWith('application/json') ?? false;

/** Runs the work when the request is over; at once where it is over already. */
function whenOver(reply: FastifyReply, work: () => void): void {
  if (reply.raw.destroyed) work();
  else reply.raw.once('close', work);
}

/** A request that arrived whole counts, also where the client has left; our own failures do not. */
const isWorthCounting = (request: FastifyRequest, reply: FastifyReply): boolean =>
  reply.raw.writableEnded ? reply.statusCode < 500 : request.raw.complete;

/**
 * What comes before the bytes of an upload, when identity and role are known: its count, and for the JSON form,
 * which is held in memory, a slot of a few. Returns a function that gives a handler the count of its request.
 */
export function guardUploads(
  scope: FastifyInstance,
  verifier: Verifier,
  context: Context,
  options: { readonly maxBytes: number; readonly jsonBodies: Semaphore },
): (request: FastifyRequest) => string {
  const counted = new WeakMap<FastifyRequest, string>();

  scope.addHook('preParsing', async (request, reply) => {
    const identity = verifier(request.headers[IDENTITY_HEADER]);
    if (!identity?.sub || !identity.role) throw unauthorized();
    const announced = Number(request.headers['content-length'] ?? options.maxBytes);
    const caller = { id: identity.sub, role: identity.role };
    const id = await reserveUpload(context, caller, Math.min(announced, options.maxBytes));
    counted.set(request, id);
    whenOver(reply, () => {
      if (isWorthCounting(request, reply)) return;
      cancelUpload(context.database.knex, id).catch((error: unknown) =>
        request.log.warn({ err: error }, 'an upload stays counted'),
      );
    });
    if (!isJson(request)) return;
    const { release } = await options.jsonBodies.acquire();
    whenOver(reply, release);
    // The client has left: there is no body to wait for.
    if (reply.raw.destroyed) throw badRequest('Unggahan terputus.');
  });

  // The limit of a body is the file's limit in another form: the response has the same words.
  scope.setErrorHandler(async (error) => {
    const { code } = error as { code?: unknown };
    throw code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? fileTooLarge(options.maxBytes) : error;
  });

  return (request) => {
    const id = counted.get(request);
    if (id === undefined) throw new Error('An upload was not counted');
    return id;
  };
}
