import { badRequest, forbidden, Problem } from '@gerbang/service-kit/problems';
import type { FastifyRequest } from 'fastify';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const JSON_TYPE = /^application\/json(?: *; *charset="?utf-8"?)?$/iu;
// Encoded slashes, dots, backslashes and NUL have no place in a path of ours; each is a way past somebody's guard.
const TRICKY = /%(?:00|2e|2f|5c|ff|25)|\\|\/\/|\/\.\.?(?:\/|$)|;/iu;

/** Refuses paths that two programs could read differently (reliability B1). */
export function assertPlainPath(request: FastifyRequest): void {
  const path = request.raw.url?.split('?', 1)[0] ?? '';
  if (TRICKY.test(path)) throw badRequest('Alamat tidak valid.');
}

/** One Host, or the request could mean two places. */
export function assertOneHost(request: FastifyRequest): void {
  const { rawHeaders } = request.raw;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) throw badRequest('Permintaan tidak valid.');
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

/** A body is JSON and within its limit; anything else is refused before a byte is read. */
export function assertBody(request: FastifyRequest, limit: number): void {
  const { headers } = request;
  const length = headers['content-length'];
  const hasBody = headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  if (length !== undefined && Number(length) > limit) {
    throw new Problem(413, 'too_large', 'Data yang dikirim terlalu besar.');
  }
  if (SAFE.has(request.method)) {
    if (hasBody) throw badRequest('Permintaan ini tidak menerima isi.');
    return;
  }
  const encoded = headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity';
  if (hasBody && (encoded || !JSON_TYPE.test(headers['content-type'] ?? ''))) {
    throw new Problem(415, 'unsupported_media_type', 'Isi permintaan harus berupa JSON.');
  }
}
