import { FILE_NAME_HEADER, FILE_TYPE_HEADER } from '@gerbang/contracts/files';
import { badRequest, Problem } from '@gerbang/service-kit/http/problems';
import { RawUpload } from '@gerbang/service-kit/http/uploads';
import type { FastifyRequest } from 'fastify';
import type { Named } from './file-types.ts';
import type { Spool, Spooled } from './spool.ts';
import { fileTooLarge } from './upload-guard.ts';

/** Type of the file beside a raw body, where the sender knows it. */
const LONGEST_NAME = 10_000;

interface JsonUpload {
  readonly fileData: string;
  readonly fileName: string;
  readonly contentType: string;
}

/** A file that has arrived, in whichever form. */
export type Incoming = Named & Spooled;

const field = (path: string, message: string): Problem => badRequest(undefined, [{ path, message }]);
const empty = (): Problem => badRequest('File kosong.');

function fromJson({ fileData, fileName, contentType }: JsonUpload, maxBytes: number): Incoming {
  const bytes = decodeBase64(fileData);
  if (bytes === null) throw field('fileData', 'Isi file bukan base64 yang benar');
  if (bytes.length > maxBytes) throw fileTooLarge(maxBytes);
  return {
    name: fileName,
    declared: contentType,
    size: bytes.length,
    bytes: async () => bytes,
    dispose: async () => undefined,
  };
}

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

/** The file of an upload, in any of the three forms that the call takes. */
export async function receiveUpload(
  body: JsonUpload | RawUpload,
  request: FastifyRequest,
  spool: Spool,
  maxBytes: number,
): Promise<Incoming> {
  if (!(body instanceof RawUpload)) return fromJson(body, maxBytes);
  const file = await (body.form === 'multipart' ? fromForm : fromStream)(request, spool, maxBytes);
  if (file.size > 0) return file;
  await file.dispose();
  throw empty();
}

/**
 * The bytes of a strict base64 text; null where it is anything else: blanks, the URL alphabet, a data prefix, wrong
 * padding. Only native passes over the text: a pattern over seven million characters costs more than decoding them.
 */
function decodeBase64(text: string): Buffer | null {
  if (text.length === 0 || text.length % 4 !== 0) return null;
  // Characters of two bytes could be taken for their lower half.
  if (Buffer.byteLength(text, 'utf8') !== text.length) return null;
  if (text.includes('-') || text.includes('_')) return null;
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  const bytes = Buffer.from(text, 'base64');
  // What is not of the alphabet is left out by the decoder, which shows in the length.
  if (bytes.length !== (text.length / 4) * 3 - padding) return null;
  // Bits that no byte needs are zero, as every encoder writes them.
  const tail = bytes.length - (bytes.length % 3 || 3);
  return bytes.toString('base64', tail) === text.slice((tail / 3) * 4) ? bytes : null;
}
