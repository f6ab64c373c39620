import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { badRequest, Problem } from './problems.ts';
import { UPLOAD_TIME_MS } from './requests.ts';
import { compileZod } from './validation.ts';

/** Time for a whole upload: a minute to arrive, half a minute to wait for its turn and to be checked. */
export const UPLOAD_HANDLER_MS = UPLOAD_TIME_MS + 30_000;

/** Replaces the parsed body of a raw upload: the handler streams the file from the request. */
export class RawUpload {
  readonly form: 'octet-stream' | 'multipart';

  constructor(form: RawUpload['form']) {
    this.form = form;
  }
}

/** Accepts a raw file without parsing it; for multipart forms the service registers its own parser. */
export function acceptRawUploads(app: FastifyInstance): void {
  if (app.hasContentTypeParser('application/octet-stream')) return;
  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => {
    done(null, new RawUpload('octet-stream'));
  });
}

/** Marks a multipart form whose parser left the body to the handler. */
export function asRawUpload(request: FastifyRequest): void {
  const type = request.headers['content-type']?.trimStart().toLowerCase() ?? '';
  if (request.body === undefined && type.startsWith('multipart/form-data')) {
    request.body = new RawUpload('multipart');
  }
}

/** Validates the JSON form by the contract's schema; a raw upload passes. JSON cannot forge a `RawUpload`. */
export const compileUpload: FastifySchemaCompiler<unknown> = (route) => {
  const check = compileZod({ ...route, schema: route.schema as z.ZodType });
  return (data) => (data instanceof RawUpload ? { value: data } : check(data));
};

/** The bytes of a raw upload; 413 beyond the limit, 400 for a form or an empty file. */
export async function receiveFile(
  body: RawUpload,
  request: FastifyRequest,
  maxBytes: number,
): Promise<Buffer> {
  try {
    if (body.form !== 'octet-stream') throw badRequest('Kirim berkasnya sebagai application/octet-stream.');
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of request.raw as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) {
        throw new Problem(413, 'too_large', `Ukuran berkas maksimal ${maxBytes / 1_048_576}MB`);
      }
      pieces.push(piece);
    }
    if (size === 0) throw badRequest('Berkas kosong.');
    return Buffer.concat(pieces, size);
  } finally {
    request.raw.resume();
  }
}
