import { FILE_NAME_HEADER, FILE_TYPE_HEADER } from '@gerbang/contracts/files';
import { badRequest, Problem } from '@gerbang/service-kit/http/problems';
import { RawUpload } from '@gerbang/service-kit/http/uploads';
import type { FastifyRequest } from 'fastify';
import type { Named } from './file-types.ts';
import type { Spool, Spooled } from './spool.ts';
import { fileTooLarge } from './upload-guard.ts';

/** Type of the file beside a raw body, where the sender knows it. */
const LONGEST_NAME = 10_000;

interface JsonForm {
  readonly fileName: string;
  readonly contentType: string;
}

/** A file that has arrived, in whichever form. */
export type Incoming = Named & Spooled;

const field = (path: string, message: string): Problem => badRequest(undefined, [{ path, message }]);
const empty = (): Problem => badRequest('File kosong.');

function headerName(request: FastifyRequest): string {
  const header = request.headers[FILE_NAME_HEADER];
  if (typeof header !== 'string' || header === '' || header.length > LONGEST_NAME) {
    throw field(FILE_NAME_HEADER, 'Nama file harus diisi');
  }
  try {
    return decodeURIComponent(header);
  } catch (error) {
    if (error instanceof URIError) throw field(FILE_NAME_HEADER, 'Nama file tidak terbaca');
    throw error;
  }
}

async function fromStream(request: FastifyRequest, spool: Spool, maxBytes: number): Promise<Incoming> {
  const name = headerName(request);
  const type = request.headers[FILE_TYPE_HEADER];
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw fileTooLarge(maxBytes);
  const file = await spool.receive(request.raw, maxBytes, () => fileTooLarge(maxBytes));
  return { ...file, name, declared: typeof type === 'string' ? type : null };
}

/** The one file of a form; everything that is no such form is 400, whatever the parser calls it. */
async function fromForm(request: FastifyRequest, spool: Spool, maxBytes: number): Promise<Incoming> {
  let found: Incoming | null = null;
  try {
    // One byte more than allowed, so that the limit is reported here and a file is never cut.
    const limits = {
      fileSize: maxBytes + 1,
      files: 1,
      fields: 5,
      parts: 6,
      fieldSize: 1000,
      headerPairs: 20,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue;
      const file = await spool.receive(part.file, maxBytes, () => fileTooLarge(maxBytes));
      found = { ...file, name: part.filename ?? '', declared: part.mimetype };
    }
  } catch (error) {
    await found?.dispose();
    if (error instanceof Problem) throw error;
    const { code, syscall } = error as { code?: unknown; syscall?: unknown };
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw fileTooLarge(maxBytes);
    if (syscall !== undefined) throw error;
    throw new Problem(400, 'bad_request', 'Isi formulir unggahan tidak terbaca.', { cause: error });
  }
  if (found === null) throw badRequest('File harus dipilih.');
  if (found.name !== '') return found;
  await found.dispose();
  throw field('file', 'Nama file harus diisi');
}

export interface UploadScope {
  readonly spool: Spool;
  readonly maxBytes: number;
  /** The file of the JSON form, which came with the body. */
  readonly arrived: (request: FastifyRequest) => Spooled | undefined;
}

/** The file of an upload, in any of the three forms that the call takes. */
export async function receiveUpload(
  body: JsonForm | RawUpload,
  request: FastifyRequest,
  { spool, maxBytes, arrived }: UploadScope,
): Promise<Incoming> {
  if (!(body instanceof RawUpload)) {
    const file = arrived(request);
    if (!file) throw field('fileData', 'Isi file tidak terbaca');
    return { ...file, name: body.fileName, declared: body.contentType };
  }
  const file = await (body.form === 'multipart' ? fromForm : fromStream)(request, spool, maxBytes);
  if (file.size > 0) return file;
  await file.dispose();
  throw empty();
}
