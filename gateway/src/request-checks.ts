import { badRequest, forbidden, Problem } from '@gerbang/service-kit/http/problems';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const RAW_FILE = /^(?:application\/octet-stream|multipart\/form-data *; *boundary=[\w'()+,./:=?"-]{1,80})$/iu;
const JSON_TYPE = /^application\/json(?: *; *charset="?utf-8"?)?$/iu;
// Encoded slashes, dots, backslashes and NUL have no place in a path of ours; each is a way past somebody's guard.
const TRICKY = /%(?:00|2e|2f|5c|ff|25)|\\|\/\/|\/\.\.?(?:\/|$)|;/iu;

// What a browser would have encoded; a fragment never leaves one.
const FOREIGN = /[^\x21-\x7e]|#/u;

/** Refuses paths that two programs could read differently (reliability B1). */
export function assertPlainPath(request: FastifyRequest): void {
  const url = request.raw.url ?? '';
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (TRICKY.test(path) || FOREIGN.test(url)) throw badRequest('Alamat tidak valid.');
}

/**
 * Unsafe calls must come from our own pages: Sec-Fetch-Site same-origin or none, and a matching Origin; where a browser
 * sends neither, the call is refused (reliability G11).
 */
export function assertOwnOrigin(request: FastifyRequest, origins: ReadonlySet<string>): void {
  if (SAFE.has(request.method)) return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const refused = forbidden('Permintaan dari situs lain ditolak.', 'foreign_origin');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refused;
  if (origin === undefined ? site === undefined : !origins.has(origin)) throw refused;
}

/** Whether the request says that a body follows. */
function hasBody(request: FastifyRequest): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

export const tooLarge = () => new Problem(413, 'too_large', 'Data yang dikirim terlalu besar.');

/**
 * A body is JSON, or a raw file where the call takes one, and within its limit by what it says; anything else is
 * refused before a byte is read.
 */
export function assertBody(request: FastifyRequest, limit: number, uploads = false): void {
  const { headers } = request;
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge();
  const body = hasBody(request);
  if (SAFE.has(request.method)) {
    if (body) throw badRequest('Permintaan ini tidak menerima isi.');
    return;
  }
  if (!body) return;
  const encoded = headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity';
  const type = headers['content-type'] ?? '';
  if (encoded || !(JSON_TYPE.test(type) || (uploads && RAW_FILE.test(type)))) {
    throw new Problem(415, 'unsupported_media_type', 'Isi permintaan harus berupa JSON.');
  }
}

/** The body as it comes, broken off where it grows over the limit, whatever its length was said to be. */
export async function* bounded(source: Readable, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  // Broken off, it must stay open: its connection carries the answer.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > limit) throw tooLarge();
    yield chunk;
  }
}
