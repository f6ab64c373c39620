import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { UPLOAD_TIME_MS } from './body-deadline.ts';
import { compileZod } from './validation.ts';

/** What an upload may take altogether: a minute to arrive, half a minute to wait its turn and to be checked. */
export const UPLOAD_HANDLER_MS = UPLOAD_TIME_MS + 30_000;

/** Stands where the body would: the file came raw, the handler reads it from the request as it arrives. */
export class RawUpload {
  readonly form: 'octet-stream' | 'multipart';

  constructor(form: RawUpload['form']) {
    this.form = form;
  }
}

/** Lets the raw file through unread; a form's parser is the service's own (decisions, Files). */
export function acceptRawUploads(app: FastifyInstance): void {
  if (app.hasContentTypeParser('application/octet-stream')) return;
  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => {
    done(null, new RawUpload('octet-stream'));
  });
}

/** Marks a form whose parser left the body to the handler. */
export function asRawUpload(request: FastifyRequest): void {
  const type = request.headers['content-type']?.trimStart().toLowerCase() ?? '';
  if (request.body === undefined && type.startsWith('multipart/form-data')) {
    request.body = new RawUpload('multipart');
  }
}

/** The contract's schema is for the JSON form; nothing that a client sends as JSON can pass for a raw file. */
export const compileUpload: FastifySchemaCompiler<unknown> = (route) => {
  const check = compileZod({ ...route, schema: route.schema as z.ZodType });
  return (data) => (data instanceof RawUpload ? { value: data } : check(data));
};
