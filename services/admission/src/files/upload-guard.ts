import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { IDENTITY_HEADER } from '@gerbang/contracts/identity';
import type { Verifier } from '@gerbang/service-kit/http/identity';
import { Problem, unauthorized } from '@gerbang/service-kit/http/problems';
import { boundedJsonParser } from '@gerbang/service-kit/http/requests';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { JsonUpload } from './json-upload.ts';
import type { Spool, Spooled } from './spool.ts';
import { cancelUpload, reserveUpload, type UploadKind } from './uploads.repository.ts';

const MEBIBYTE = 1_048_576;

/** 413 for a file over the limit. */
export const fileTooLarge = (maxBytes: number): Problem =>
  new Problem(413, 'too_large', `File terlalu besar: Ukuran file maksimal ${maxBytes / MEBIBYTE}MB`);

/** Runs the work when the request is over; at once where it is over already. */
function whenOver(reply: FastifyReply, work: () => void): void {
  if (reply.raw.destroyed) work();
  else reply.raw.once('close', work);
}

/** A request that arrived whole counts, also where the client has left; our own failures do not. */
const isWorthCounting = (request: FastifyRequest, reply: FastifyReply): boolean =>
  reply.raw.writableEnded ? reply.statusCode < 500 : request.raw.complete;

/**
 * Reads the JSON form of uploads in this scope: the file goes to the spool while it arrives, and the body that is
 * validated says only that there is one. Returns a function that gives a handler the file of its request.
 */
function readJsonUploads(
  scope: FastifyInstance,
  spool: Spool,
  maxBytes: number,
): (request: FastifyRequest) => Spooled | undefined {
  const arrived = new WeakMap<FastifyRequest, Spooled>();
  const parse = promisify(boundedJsonParser(scope));
  const tooLarge = () => fileTooLarge(maxBytes);
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const upload = new JsonUpload();
    const limit = request.routeOptions.bodyLimit;
    const bytes = Readable.from(upload.bytes(payload, limit, tooLarge), { objectMode: false });
    arrived.set(request, await spool.receive(bytes, maxBytes, tooLarge));
    const body = await parse(request, upload.around);
    return upload.hasFile ? { ...(body as object), fileData: 'arrived' } : body;
  });
  return (request) => arrived.get(request);
}

/** What a handler may ask of the guard about its request. */
interface UploadGuard {
  /** The count of the upload, see `reserveUpload`. */
  readonly countOf: (request: FastifyRequest) => string;
  readonly arrived: (request: FastifyRequest) => Spooled | undefined;
}

/** What comes before the handler of an upload, when identity and role are known: its count, and the file of a JSON body. */
export function guardUploads(
  scope: FastifyInstance,
  verifier: Verifier,
  context: Context,
  { maxBytes, spool, kind }: { readonly maxBytes: number; readonly spool: Spool; readonly kind: UploadKind },
): UploadGuard {
  const counted = new WeakMap<FastifyRequest, string>();
  const arrived = readJsonUploads(scope, spool, maxBytes);

  scope.addHook('preParsing', async (request, reply) => {
    const identity = verifier(request.headers[IDENTITY_HEADER]);
    if (!identity?.sub || !identity.role) throw unauthorized();
    const announced = Number(request.headers['content-length'] ?? maxBytes);
    const caller = { id: identity.sub, role: identity.role };
    const id = await reserveUpload(context, caller, Math.min(announced, maxBytes), kind);
    counted.set(request, id);
    whenOver(reply, () => {
      arrived(request)
        ?.dispose()
        .catch((error: unknown) => request.log.warn({ err: error }, 'an upload stays in the spool'));
      if (isWorthCounting(request, reply)) return;
      cancelUpload(context.database.knex, id).catch((error: unknown) =>
        request.log.warn({ err: error }, 'an upload stays counted'),
      );
    });
  });

  return {
    arrived,
    countOf: (request) => {
      const id = counted.get(request);
      if (id === undefined) throw new Error('An upload was not counted');
      return id;
    },
  };
}
