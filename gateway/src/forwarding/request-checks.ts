import { badRequest, forbidden, Problem } from '@gerbang/service-kit/http/problems';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const RAW_FILE = /^(?:application\/octet-stream|multipart\/form-data *; *boundary=[\w'()+,./:=?"-]{1,80})$/iu;
const JSON_TYPE = /^application\/json(?: *; *charset="?utf-8"?)?$/iu;
// Encoded slashes, dots, backslashes and NUL are in no path of ours, and programs disagree on how to read them.
const TRICKY = /%(?:00|2e|2f|5c|ff|25)|\\|\/\/|\/\.\.?(?:\/|$)|;/iu;

// Characters that a browser encodes; it never sends a fragment.
const FOREIGN = /[^\x21-\x7e]|#/u;

/** Refuses paths that two programs could read differently. */
export function assertPlainPath(request: FastifyRequest): void {
  const url = request.raw.url ?? '';
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (TRICKY.test(path) || FOREIGN.test(url)) throw badRequest('Alamat tidak valid.');
}

/**
 * Protects unsafe methods from cross-site requests: `Sec-Fetch-Site` must be same-origin or none and `Origin` must
 * match; a request without either header is refused.
 */
export function assertOwnOrigin(request: FastifyRequest, origins: ReadonlySet<string>): void {
  if (SAFE.has(request.method)) return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  const isOwnOrigin = origin === undefined ? site !== undefined : origins.has(origin);
  if (!isOwnSite || !isOwnOrigin) throw foreignOrigin();
}

const foreignOrigin = () => forbidden('Permintaan dari situs lain ditolak.', 'foreign_origin');

/**
 * Refuses a call from a page of another site, also of a neighbour under the same domain, for calls that give a file or
 * write the audit trail: such a page could start them in the name of whoever is logged in.
 */
export function assertOwnPage(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') {
    throw foreignOrigin();
  }
}

/** Whether the headers announce a body. */
function hasBody(request: FastifyRequest): boolean {
  const length = request.headers['content-length'];
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

export const tooLarge = () => new Problem(413, 'too_large', 'Data yang dikirim terlalu besar.');

/** Refuses a body that is neither JSON nor, for uploads, a raw file, or whose announced length is over the limit. */
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

/** Streams the body and throws 413 when it grows over the limit, whatever length was announced. */
export async function* limitBody(source: Readable, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  // The source must stay open after a throw: its socket carries the response.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > limit) throw tooLarge();
    yield chunk;
  }
}
