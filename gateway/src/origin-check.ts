import { forbidden } from '@gerbang/service-kit/problems';
import type { FastifyRequest } from 'fastify';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_SITE = new Set(['same-origin', 'none']);

const foreign = () => forbidden('Permintaan dari situs lain ditolak.', 'origin');

/**
 * Refuses changes that another site had a browser send (reliability G11): Sec-Fetch-Site and Origin must be ours
 * wherever they are sent, and one of them must be.
 */
export function createOriginCheck(allowed: ReadonlySet<string>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (SAFE.has(request.method)) return;
    const { origin } = request.headers;
    const site = request.headers['sec-fetch-site'];
    if (site === undefined && origin === undefined) throw foreign();
    if (site !== undefined && !OWN_SITE.has(String(site))) throw foreign();
    if (origin !== undefined && !allowed.has(origin)) throw foreign();
  };
}
